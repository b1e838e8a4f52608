import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { deedWords } from '../../../../src/vscode/rules/ruleEditWords.ts';
import { english } from '../policies/support.ts';
import type { NamedPlace } from '../../../../src/vscode/workspace/ruleEditor.ts';
import type { RuleEditStatusDeps } from '../../../../src/vscode/rules/ruleEditStatus.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { RuleEditStatus } = await import('../../../../src/vscode/rules/ruleEditStatus.ts');

const none = new Emitter<never>().event;
const effect = { kind: 'alert' };

test('rules that were moved together are counted, and told by the places where they are now', () => {
  const of = { act: 'move', name: 'web', from: [1, 2], to: [6, 7] } as const;
  assert.equal(deedWords(of, [2, 7], english), '2 rules moved to 7–8');
  assert.equal(deedWords({ ...of, from: [1], to: [6] }, [2, 7], english), '"web" moved from 2 to 7');
});

test('what a row of the last edit leads to is the rule that it names, or nothing', async () => {
  let asked: NamedPlace | undefined;
  useEditor({
    StatusBarAlignment: { Left: 1 },
    TextEditorSelectionChangeKind: { Keyboard: 1, Mouse: 2 },
    ThemeIcon: Object,
    ThemeColor: Object,
    workspace: {},
    window: {
      activeTextEditor: undefined,
      onDidChangeActiveTextEditor: none,
      onDidChangeTextEditorSelection: none,
      createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
      showQuickPick: async ([first]: readonly unknown[]) => first,
      showTextDocument: async () => ({ document: {} }),
    },
  });
  const edited = new Emitter<{ isNew: boolean }>();
  const edit = { document: { uri: {} }, array: 'rules', act: 'move', from: [2], to: [0], order: [2, 0, 1] };
  const status = new RuleEditStatus({
    consoles: { policyAt: () => undefined },
    ruleEditor: {
      rangeOf: async (_: unknown, place: NamedPlace) => void (asked = place),
    },
    ruleHistory: { edits: [edit], onDidChange: edited.event },
    foresight: {
      since: async () => ({
        consequences: [
          {
            from: { index: 0, name: 'first' },
            to: { index: 0, name: 'payments' },
            before: effect,
            after: effect,
            change: 'same',
            example: {},
          },
        ],
      }),
    },
    contextKeys: { set: () => undefined },
    lastPush: { record: undefined, onDidChange: none },
    log: { error: (error: unknown) => assert.fail(String(error)) },
    report: () => undefined,
  } as unknown as RuleEditStatusDeps);
  edited.fire({ isNew: false });
  await delay(0);
  await assert.rejects(status.show(), { code: 'changed' });
  assert.deepEqual(asked, { array: 'rules', index: 0, name: 'payments' });
  status.dispose();
});
