import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { PolicyState } from '../../../../src/core/sync/policyStatus.ts';
import type { TreeNode } from '../../../../src/vscode/policies/treeNodes.ts';
import type { PolicyAspect, PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import type { ShownState } from '../../../../src/vscode/workspace/shownState.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { consoleId, rowDeps } from './support.ts';

class Made extends Object {}

useEditor({
  EventEmitter: class extends Emitter<unknown> {},
  ThemeColor: Made,
  ThemeIcon: Made,
  TreeItem: Made,
  TreeItemCollapsibleState: {},
  Uri: { from: () => ({}) },
  commands: { registerCommand: () => ({ dispose: () => undefined }) },
});
const { PolicyTree } = await import('../../../../src/vscode/policies/policyTree.ts');

const policy = 'vulnerability/images';
const changed = new Emitter<PolicyChange>();
const settingChanged = new Emitter<string>();

/** A tree whose console and family are open and drawn, and what it says was changed since. */
async function open() {
  const given = { state: 'in-sync' as PolicyState, family: [] as ShownState[], all: [] as ShownState[] };
  const deps = rowDeps();
  const tree = new PolicyTree({
    ...deps,
    models: {
      status: () => ({ state: given.state }),
      states: (_: string, isAsked?: (policy: string) => boolean) =>
        isAsked === undefined ? given.all : isAsked('vulnerability/images') ? given.family : [],
      isBeingChecked: () => false,
      onDidChange: changed.event,
    },
    settings: { skipsVerification: () => false, onDidChange: settingChanged.event },
    lastPush: { record: undefined, onDidChange: new Emitter<never>().event },
    ruleEditor: { onWillEdit: new Emitter<never>().event },
  } as unknown as typeof deps);
  const drawBelow = async (node?: TreeNode): Promise<readonly TreeNode[]> => {
    const rows = await tree.getChildren(node);
    rows.forEach((row) => tree.getTreeItem(row));
    return rows;
  };
  const [console] = await drawBelow();
  const [family] = await drawBelow(console);
  await drawBelow(family);
  const redrawn: (string[] | undefined)[] = [];
  tree.onDidChangeTreeData((rows) => redrawn.push(rows?.map(({ id }) => id)));
  const change = (...what: PolicyAspect[]): unknown => {
    changed.fire({ consoleId, policies: [policy], what: new Set(what) });
    return redrawn.splice(0);
  };
  return { tree, given, change, redrawn };
}

test('a change redraws the highest row that looks different, and none where no row does', async () => {
  const { tree, given, change } = await open();
  assert.deepEqual(change('base'), []);
  assert.deepEqual(change('marks'), [[`${consoleId}/${policy}`]], 'its rules show it');
  given.family = ['edited'];
  assert.deepEqual(change('state'), [[`${consoleId}/vulnerability`]]);
  given.all = ['edited'];
  assert.deepEqual(change('state'), [[consoleId]]);
  tree.dispose();
});

test('a policy that looks different is redrawn whatever changed, also by a setting', async () => {
  const { tree, given, redrawn } = await open();
  given.state = 'edited';
  settingChanged.fire('ordinance.tree.followEditor');
  const [ids] = redrawn;
  assert.ok(ids?.includes(`${consoleId}/${policy}`) === true);
  assert.ok(
    ids.every((id) => id.startsWith(`${consoleId}/vulnerability/`)),
    'only rows that were listed',
  );
  tree.dispose();
});

test('other consoles are listed anew', async () => {
  const { tree, redrawn } = await open();
  changed.fire({ policies: [], what: new Set(['state', 'marks']) });
  assert.deepEqual(redrawn, [undefined]);
  tree.dispose();
});
