import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { editWords } from '../../../../src/vscode/rules/ruleEditGroup.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { RuleEditStatusDeps } from '../../../../src/vscode/rules/ruleEditStatus.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';

const { RuleEditStatus } = await import('../../../../src/vscode/rules/ruleEditStatus.ts');

const none = new Emitter<never>().event;
const effect = { kind: 'alert' };

test('rules that were moved together are counted, and told by the places where they are now', () => {
  const of = { act: 'move', name: 'web', from: [1, 2], to: [6, 7] } as const;
  assert.equal(editWords(of, [2, 7]), '2 rules moved to 7–8');
  assert.equal(editWords({ ...of, from: [1], to: [6] }, [2, 7]), '"web" moved from 2 to 7');
});

const edit = {
  document: { uri: {}, positionAt: (offset: number) => offset },
  array: 'rules',
  act: 'move',
  from: [2],
  to: [0],
  order: [2, 0, 1],
};
const handedOver = {
  from: { index: 0, name: 'first' },
  to: { index: 0, name: 'payments' },
  before: effect,
  after: effect,
  change: plainChange.same,
  example: {},
};

/** What the status line has, with one edit done; `window` is what the editor is asked for. */
async function told(
  deps: object,
  window: object = {},
): Promise<{ readonly status: InstanceType<typeof RuleEditStatus>; readonly item: Record<string, unknown> }> {
  const item: Record<string, unknown> = {
    show: () => (item['isShown'] = true),
    hide: () => (item['isShown'] = false),
    dispose: () => undefined,
  };
  useEditor({
    StatusBarAlignment: { Left: 1 },
    TextEditorSelectionChangeKind: { Keyboard: 1, Mouse: 2 },
    ThemeIcon: Object,
    ThemeColor: Object,
    Range: class {
      readonly start: unknown;
      constructor(start: unknown) {
        this.start = start;
      }
    },
    TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
    workspace: {},
    window: Object.defineProperties(
      {
        activeTextEditor: undefined,
        onDidChangeActiveTextEditor: none,
        onDidChangeTextEditorSelection: none,
        createStatusBarItem: () => item,
      },
      Object.getOwnPropertyDescriptors(window),
    ),
  });
  const edited = new Emitter<{ isNew: boolean }>();
  const status = new RuleEditStatus({
    consoles: { policyAt: () => undefined, consoles: [] },
    ruleEditor: { edits: [edit], onDidChangeEdits: edited.event },
    models: {
      onDidChange: none,
      orders: {
        decisionChangesOfEdit: async () => ({
          decisionsChange: true,
          isComplete: true,
          decisions: [handedOver],
          actions: [],
        }),
      },
    },
    contextKeys: { set: () => undefined },
    lastPush: { record: undefined, onDidChange: none },
    log: { error: (error: unknown) => assert.fail(String(error)) },
    report: () => undefined,
    ...deps,
  } as unknown as RuleEditStatusDeps);
  edited.fire({ isNew: false });
  await delay(0);
  return { status, item };
}

test('what the last edit changed names its policy unless its file is in front, be it in the file of another', async () => {
  const other = { uri: { of: 'another policy' } };
  const changed = new Emitter<void>();
  let active: object | undefined = edit.document;
  const window = {
    onDidChangeActiveTextEditor: changed.event,
    get activeTextEditor() {
      return active && { document: active };
    },
  };
  const consoles = {
    consoles: [{}],
    policyAt: (uri: unknown) =>
      uri === edit.document.uri || uri === other.uri
        ? {
            console: { entry: { name: 'sandbox' } },
            kind: { name: uri === other.uri ? 'b' : 'vulnerability/images' },
          }
        : undefined,
  };
  const { status, item } = await told({ consoles }, window);
  const front = (document: object | undefined): unknown => {
    active = document;
    changed.fire();
    return item['isShown'] && item['text'];
  };
  const short = '3 → 1: 1 changed decision, none becomes weaker';
  assert.equal(front(edit.document), `$(arrow-swap) ${short}`);
  // A plan, a merge or live of another policy; a page; the file of another one, as where its row was clicked.
  for (const document of [{ uri: { scheme: 'ordinance-plan' } }, undefined, other]) {
    assert.equal(front(document), `$(arrow-swap) vulnerability/images: ${short}`);
    assert.match((item['accessibilityInformation'] as { label: string }).label, /^vulnerability\/images: /);
  }
  consoles.consoles.push({});
  assert.equal(front(undefined), `$(arrow-swap) sandbox/vulnerability/images: ${short}`, 'of two consoles');
  status.dispose();
});

test('what a row of the last edit leads to is the rule that it names, or nothing', async () => {
  const shown: unknown[] = [];
  let names = ['other', 'payments'];
  const { status } = await told(
    {
      documents: {
        open: async () =>
          readPolicyText(`rules:\n${names.map((name) => `  - name: ${name}\n`).join('')}`, 'yaml'),
      },
    },
    {
      showQuickPick: async ([first]: readonly unknown[]) => first,
      showTextDocument: async (_: unknown, { selection }: { selection?: { start: number } }) => {
        shown.push(selection?.start);
        return { document: {}, revealRange: () => undefined };
      },
    },
  );
  await status.show();
  names = ['other'];
  await assert.rejects(status.show(), { code: 'changed' });
  assert.deepEqual(shown, [27, undefined]);
  status.dispose();
});

test('the status line shows no answer from before the collections were known', async () => {
  const worked = new Emitter<{ readonly file: object }>();
  let answer = Promise.resolve({ decisionsChange: true, isComplete: true, decisions: [] as object[] });
  const models = { onDidChange: worked.event, orders: { decisionChangesOfEdit: () => answer } };
  const { status, item } = await told({ models }, { activeTextEditor: { document: edit.document } });
  assert.equal(item['text'], '$(arrow-swap) 3 → 1: no changed decisions');
  const later = Promise.withResolvers<Awaited<typeof answer>>();
  answer = later.promise;
  worked.fire({ file: edit.document.uri });
  assert.equal(item['text'], '$(loading~spin) 3 → 1: finding changed decisions');
  later.resolve({ decisionsChange: true, isComplete: true, decisions: [handedOver] });
  await delay(0);
  assert.equal(item['text'], '$(arrow-swap) 3 → 1: 1 changed decision, none becomes weaker');
  status.dispose();
});

test('an undo from the view selects a rule where it removes the selected row', async () => {
  const rowOf = (index: number, more: object = {}): object => {
    return { kind: 'rule', consoleId: 'sandbox', policy: 'images', array: 'rules', index, ...more };
  };
  /** The index of the rule that the undo of an edit selects in the view. */
  const selectedAfter = async (last: object, selected: object): Promise<unknown> => {
    const shown: unknown[] = [];
    const { status } = await told({
      consoles: {
        policyAt: () => ({ console: { id: 'sandbox', entry: {} }, kind: { name: 'images' } }),
        consoles: [{}],
      },
      ruleEditor: {
        edits: [{ ...edit, ...last }],
        onDidChangeEdits: none,
        undo: async () => undefined,
      },
      targets: {
        rows: {
          selection: [selected],
          focus: async () => undefined,
          showEdited: async ({ index }: { readonly index: number }) => shown.push(index),
        },
      },
    });
    await status.undo(true);
    status.dispose();
    assert.ok(shown.length <= 1);
    return shown[0];
  };
  const renamed = { act: 'rename', from: [1], to: [1], order: [0, 1, 2] };
  assert.equal(await selectedAfter(renamed, rowOf(1)), 1);
  assert.equal(await selectedAfter(renamed, rowOf(2)), undefined, 'another row keeps the selection');
  assert.equal(await selectedAfter(renamed, rowOf(1, { policy: 'hosts' })), undefined, 'of another policy');
  const added = { act: 'add', from: [], to: [1], order: [0, undefined, 1] };
  assert.equal(await selectedAfter(added, rowOf(1)), 1);
  assert.equal(await selectedAfter({ ...added, order: [0, undefined] }, rowOf(1)), 0, 'the last one');
  assert.equal(await selectedAfter({ ...added, to: [0], order: [undefined] }, rowOf(0)), undefined);
  assert.equal(await selectedAfter({}, rowOf(0)), undefined, 'a moved rule keeps its row');
});
