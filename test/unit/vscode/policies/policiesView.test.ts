import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TreeNode } from '../../../../src/vscode/policies/treeNodes.ts';
import type { RuleTarget } from '../../../../src/vscode/workspace/target.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { useEditor } from '../../../mocks/vscode.ts';

class Made extends Object {}

const nothing = { dispose: () => undefined };
const silent = (): typeof nothing => nothing;

/** What the view asks the editor to reveal. */
const revealed: [row: string, select: boolean][] = [];
/** Rows that the window passes to a command, one after the other. */
let answers: (TreeNode | null)[] = [];
let answer: (row: TreeNode | null) => void;
const selected = new Emitter<{ readonly selection: readonly TreeNode[] }>();
const willEdit = new Emitter<typeof uri>();
const visibility = new Emitter<unknown>();
const cursor = new Emitter<{ readonly kind?: number }>();
const expanded = new Emitter<unknown>();
const collapsed = new Emitter<unknown>();
const shown = {
  ...nothing,
  visible: true,
  selection: [] as readonly TreeNode[],
  onDidChangeSelection: selected.event,
  onDidChangeVisibility: visibility.event,
  onDidExpandElement: expanded.event,
  onDidCollapseElement: collapsed.event,
  reveal: async ({ id }: TreeNode, { select }: { readonly select: boolean }) =>
    revealed.push([id.replace(/.*:/, ''), select]),
};
useEditor({
  EventEmitter: class extends Emitter<unknown> {},
  MarkdownString: Made,
  Position: Made,
  Range: Made,
  ThemeColor: Made,
  ThemeIcon: Made,
  TreeItem: Made,
  TreeItemCollapsibleState: {},
  TextEditorSelectionChangeKind: { Keyboard: 1, Mouse: 2 },
  Uri: { parse: () => ({}), from: () => ({}) },
  commands: {
    registerCommand: (_id: string, run: typeof answer) => {
      answer = run;
      return nothing;
    },
    executeCommand: async () => answer(answers.shift() ?? null),
  },
  window: {
    activeTextEditor: { document: { uri: {} } },
    createTreeView: () => shown,
    onDidChangeActiveTextEditor: silent,
    onDidChangeTextEditorSelection: cursor.event,
    registerFileDecorationProvider: silent,
    withProgress: async () => undefined,
  },
});
const { PoliciesView } = await import('../../../../src/vscode/policies/policiesView.ts');

const policy = 'vulnerability/images';
const uri = { toString: () => 'file:///images.policy.yaml' };
let names: readonly string[];
let place: number;
let edited: Promise<void>;

function newView(): InstanceType<typeof PoliciesView> {
  return new PoliciesView({
    consoles: {
      consoles: [{ id: 'one' }],
      get: () => ({ id: 'one', entry: { name: 'one' } }),
      policyAt: () => ({ console: { id: 'one' }, kind: { name: policy } }),
      findFile: async () => uri,
    },
    models: {
      onDidChange: silent,
      whenSettled: async () => undefined,
      states: () => [],
    },
    rules: {
      atCursor: async () => ({ array: 'rules', index: place }),
      list: async () => ({
        uri,
        version: 1,
        arrays: [
          {
            key: 'rules',
            rules: names.map((name, index) => ({
              name,
              index,
              ref: { array: 'rules', index, name },
              line: index,
              isSure: true,
              collections: [],
              action: () => 'alert',
              order: () => undefined,
              mark: () => undefined,
            })),
          },
        ],
      }),
    },
    ruleEditor: {
      onWillEdit: willEdit.event,
      inTurn: (_: unknown, work: () => unknown) => edited.then(work),
    },
    lastPush: { onDidChange: silent },
    settings: { flag: () => true, onDidChange: silent },
    contextKeys: { set: () => undefined },
    log: silentLogger,
    report: () => undefined,
  } as never);
}

const rule = (index: number): RuleTarget => ({
  kind: 'rule',
  consoleId: 'one',
  policy,
  array: 'rules',
  index,
});

let view: InstanceType<typeof PoliciesView>;

/** The rows of the policy as the editor draws them: it asks for them, then for what each looks like. */
async function draw(): Promise<readonly TreeNode[]> {
  const parent = await view.tree.nodeOf({ kind: 'policy', consoleId: 'one', policy });
  const rows = await view.tree.getChildren(parent);
  rows.forEach((row) => view.tree.getTreeItem(row));
  await nextTurn();
  return rows;
}

function edit(...left: readonly string[]): void {
  willEdit.fire(uri);
  names = left;
}

/** What the person selects. */
function select(rows: readonly TreeNode[]): void {
  shown.selection = rows;
  selected.fire({ selection: rows });
}

async function moveCursor(to: number, kind = 1): Promise<void> {
  place = to;
  cursor.fire({ kind });
  await nextTurn();
}

beforeEach(async () => {
  names = ['a', 'b', 'c'];
  place = 0;
  edited = Promise.resolve();
  shown.visible = true;
  shown.selection = [];
  view = newView();
  await draw();
  revealed.length = 0;
});

afterEach(() => view.dispose());

test('a row that expands to show the rule at the cursor is no use of the view', async () => {
  const [a] = await draw();
  select([a!]);
  assert.ok(view.wasUsedLast);
  await moveCursor(1);
  expanded.fire(undefined);
  collapsed.fire(undefined);
  assert.ok(!view.wasUsedLast, 'a command of the palette acts on the rule at the cursor');
});

test('an edited rule is brought into view once, and the selection stays', async () => {
  const [a] = await draw();
  select([a!]);
  edit('a', 'a (copy)', 'b', 'c');
  await view.showEdited(rule(1), 'show');
  await draw();
  assert.deepEqual(revealed, [['a (copy)', false]]);
});

test('an edit is announced once, before it is made, and its rows are listed when it is made', async () => {
  await draw();
  let announced = 0;
  view.tree.onDidChangeTreeData(() => announced++);
  let end = (): void => undefined;
  edited = new Promise((resolve) => (end = resolve));
  edit('b', 'a', 'c');
  const parent = await view.tree.nodeOf({ kind: 'policy', consoleId: 'one', policy });
  const listing = view.tree.getChildren(parent);
  const showing = view.showEdited(rule(1), 'show');
  names = ['c', 'b', 'a'];
  end();
  const rows = await listing;
  assert.deepEqual(
    rows.map(({ target }) => target.kind === 'rule' && target.name),
    ['c', 'b', 'a'],
  );
  await showing;
  assert.equal(announced, 1);
});

for (const [what, next, expected] of [
  ['the row that an edit leaves is selected', [], [['b', true]]],
  ['nothing is selected instead of what the person selected meanwhile', [2], []],
  ['nothing is selected for a person who types in an editor', undefined, [['b', false]]],
] as const) {
  test(what, async () => {
    const rows = await draw();
    select([rows[0]!]);
    if (!next) {
      await moveCursor(0);
    }
    edit('b', 'c');
    const showing = view.showEdited(rule(0), 'select');
    shown.selection = [];
    if (next && next.length > 0) {
      select(next.map((at) => rows[at]!));
    }
    await showing;
    assert.deepEqual(revealed.slice(-1), expected);
  });
}

test('a key that comes while rows are drawn is about the row that has the focus, never about rows selected before', async () => {
  const [a, b] = await draw();
  select([a!]);
  shown.selection = [];
  // An arrow key was pressed since, and the editor passes no row until the third time it is asked.
  answers = [null, null, b!];
  assert.deepEqual(await view.targetsAt({ in: 'tree', focused: null }), [b!.target]);
  assert.deepEqual(answers, []);
});

test('a key acts on the focused row, and on the selection only when the row is part of it', async () => {
  const [a, b, c] = await draw();
  select([a!, b!]);
  assert.deepEqual(await view.targetsAt({ in: 'tree', focused: a }), [a!.target, b!.target]);
  assert.deepEqual(await view.targetsAt({ in: 'tree', focused: c }), [c!.target]);
});

test('a key acts on no row when none has the focus', async () => {
  const [a] = await draw();
  select([a!]);
  assert.deepEqual(await view.targetsAt({ in: 'tree', focused: null }), []);
});

test('an edit never brings back a view that was left', async () => {
  await draw();
  edit('b', 'a', 'c');
  const showing = view.showEdited(rule(1), 'show');
  shown.visible = false;
  visibility.fire({ visible: false });
  await showing;
  assert.deepEqual(revealed, []);
});

test('the rule at the cursor is marked and revealed when the cursor comes to it, never selected', async () => {
  await moveCursor(1);
  const rows = await draw();
  assert.deepEqual(revealed, [['b', false]]);
  assert.deepEqual(
    rows.map((row) => view.tree.getTreeItem(row).accessibilityInformation?.label.includes('at the cursor')),
    [false, true, false],
  );
  await moveCursor(1);
  await draw();
  assert.equal(revealed.length, 1);
});

test('the cursor of a file whose rules are edited in the view moves no row', async () => {
  const [a] = await draw();
  await moveCursor(0);
  await draw();
  revealed.length = 0;
  select([a!]);
  edit('b', 'a', 'c');
  await view.showEdited(rule(1), 'show');
  await moveCursor(1, 3);
  await draw();
  assert.deepEqual(revealed, [['a', false]]);
});
