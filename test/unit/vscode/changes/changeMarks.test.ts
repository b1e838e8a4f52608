import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeLensProvider, TextDocument } from 'vscode';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { ruleIds } from '../../../../src/core/document/ruleRef.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import { useEditor } from '../../../mocks/vscode.ts';

class Lens {
  command: { title: string; command: string } | undefined;

  constructor(_range: unknown, command?: { title: string; command: string }) {
    this.command = command;
  }
}
const providers: CodeLensProvider[] = [];
const languages = {
  registerCodeLensProvider: (_: unknown, provider: CodeLensProvider) => {
    providers.push(provider);
    return { dispose: () => undefined };
  },
};
const nothing = { dispose: () => undefined };
const drawn: number[] = [];
const editor = {
  document: { uri: { path: '/a' } },
  setDecorations: (_: unknown, options: readonly unknown[]) => drawn.push(options.length),
};
useEditor({
  CodeLens: Lens,
  EventEmitter: Emitter,
  Range: Array,
  languages,
  window: {
    visibleTextEditors: [editor],
    onDidChangeVisibleTextEditors: () => nothing,
    createTextEditorDecorationType: () => nothing,
  },
  ThemeColor: Object,
  OverviewRulerLane: {},
  DecorationRangeBehavior: {},
});
const { showChangeLenses, showChangeMarks } = await import('../../../../src/vscode/changes/changeMarks.ts');

test('each change of a rule has a lens, and a conflict one that leads to the merge', async () => {
  const marks: readonly RuleMark[] = [
    { here: { changed: true }, live: { moved: 1 }, isConflict: false },
    { here: { changed: true }, live: { changed: true }, isConflict: true },
    { isConflict: false },
  ];
  const policy = readPolicyText(
    `rules:\n${['a', 'b', 'c'].map((name) => `  - name: ${name}\n`).join('')}`,
    'yaml',
    policyKind('vulnerability/images'),
  );
  const ids = ruleIds(policy.array('rules')?.rules ?? []);
  const ofList = new Map(ids.flatMap((id, at) => (marks[at] ? [[id, marks[at]] as const] : [])));
  const lenses = showChangeLenses({
    documents: { open: async () => undefined, current: () => policy },
    consoles: { policyAt: () => ({ console: { id: 'c' }, kind: { name: 'vulnerability/images' } }) },
    settings: { flag: () => true },
    models: {
      onDidChange: () => ({ dispose: () => undefined }),
      whenSettled: async () => undefined,
      ruleChanges: () => ({ marks: new Map([['rules', ofList]]), live: [] }),
    },
  } as never);
  const uri = { scheme: 'file', path: '/a/vulnerability/images.policy.yaml' };
  const document = { uri, positionAt: Number } as unknown as TextDocument;
  const made = (await providers[0]?.provideCodeLenses(document, {} as never)) ?? [];
  assert.deepEqual(
    made.map(({ command }) => command?.command),
    ['ordinance.policy.compareBase', 'ordinance.policy.compareLive', 'ordinance.policy.merge'],
  );
  lenses.dispose();
});

test('editors that were there before the consoles are looked at once these are known, and cleared when they go', () => {
  const changed = new Emitter<Pick<PolicyChange, 'what'>>();
  const changeConsoles = (): void => changed.fire({ what: new Set(['state', 'marks']) });
  const looked: string[] = [];
  let isKnown = false;
  const marks = showChangeMarks({
    consoles: {
      policyAt: () =>
        isKnown ? { console: { id: 'home' }, kind: { name: 'vulnerability/images' } } : undefined,
    },
    documents: { current: () => undefined },
    models: {
      ruleChanges: (consoleId: string, policy: string) => looked.push(`${consoleId} ${policy}`),
      onDidChange: changed.event,
    },
  } as never);
  assert.deepEqual(looked, []);
  isKnown = true;
  changeConsoles();
  assert.deepEqual(looked, ['home vulnerability/images']);
  isKnown = false;
  drawn.length = 0;
  changeConsoles();
  assert.deepEqual(drawn, [0, 0]);
  marks.dispose();
});
