import assert from 'node:assert/strict';
import {
  commands,
  MarkdownString,
  ThemeColor,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
  type Range,
  type ThemeIcon,
  type TreeItem,
} from 'vscode';
import { rowDecorations } from '../../../src/vscode/platform/treeView.ts';
import { listNames } from '../../../src/core/consoleFile/lists.ts';
import { families, policyKinds } from '../../../src/core/policy/families.ts';
import { noRuleChanges } from '../../../src/core/sync/ruleChanges.ts';
import type { TreeNode } from '../../../src/vscode/policies/treeNodes.ts';
import type { RuleTarget } from '../../../src/vscode/workspace/target.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { edit, fileOf, rule } from '../mainJob.ts';
import { policyText, World, writePolicy } from './world.ts';

const name = 'vulnerability/host';

/** The command of the manifest that a click on a row runs. */
function clickOf({ command }: TreeItem): string | undefined {
  return command?.command.split(' ')[1];
}

suite('tree', () => {
  let world: World;
  const children = async (node?: TreeNode): Promise<TreeNode[]> => world.tree.getChildren(node);
  const labels = async (node: TreeNode): Promise<unknown[]> =>
    (await children(node)).map((child) => world.tree.getTreeItem(child).label);
  const policyRow = async (): Promise<TreeNode> => {
    const row = await world.tree.nodeOf({ kind: 'policy', consoleId: consoleId(), policy: name });
    assert.ok(row);
    return row;
  };
  const consoleId = (): string => world.consoles.consoles[0]?.id ?? '';

  before(async () => {
    await writePolicy(name, policyText('one', 'two', 'three'));
    world = new World();
    await world.ready();
  });

  after(() => world.dispose());

  test('leads from the console over families to policies and their rules', async () => {
    const [console] = await children();
    assert.ok(console);
    const item = world.tree.getTreeItem(console);
    assert.equal(item.label, 'sandbox');
    assert.match(item.contextValue ?? '', /\bconsole\b.*\bcanPull\b/);
    const groups = await children(console);
    assert.deepEqual(
      groups.map(({ kind }) => kind),
      [...families.map(() => 'family'), 'lists'],
    );
    const rows = (await Promise.all(groups.map(children))).flat();
    assert.equal(rows.filter(({ kind }) => kind === 'policy').length, policyKinds.length);
    assert.equal(rows.filter(({ kind }) => kind === 'list').length, listNames.length);
    for (const row of rows) {
      assert.equal(world.tree.getParent(row)?.kind, groups.find(({ id }) => row.id.startsWith(id))?.kind);
    }
    assert.deepEqual(await labels(await policyRow()), ['1. one', '2. two', '3. three']);
  });

  test('a changed rule has its letter, and its tooltip says who wrote it live, as text', async () => {
    const hostile = '[eve](command:workbench.action.quit)';
    const mark = { here: { changed: true }, live: { changed: true }, isConflict: true } as const;
    world.ruleChanges = { ...noRuleChanges, marks: new Map([['rules', new Map([['0:one', mark]])]]) };
    world.blame = { owner: hostile, modified: new Date() };
    const { tree } = world;
    try {
      await world.setState(name, 'in-sync');
      const [marked] = await children(await policyRow());
      assert.ok(marked);
      const item = tree.getTreeItem(marked);
      assert.equal(item.resourceUri?.path, '/-/C');
      assert.deepEqual(
        await rowDecorations.provideFileDecoration(item.resourceUri ?? Uri.file('/'), undefined as never),
        { badge: 'C', color: new ThemeColor('gitDecoration.conflictingResourceForeground') },
      );
      assert.match(item.accessibilityInformation?.label ?? '', /in conflict with the live rule/);
      const { tooltip } = await tree.resolveTreeItem(item, marked);
      assert.ok(tooltip instanceof MarkdownString);
      assert.match(tooltip.value, /Last changed on sandbox by .*eve.*, according to the console/);
      assert.doesNotMatch(tooltip.value, /[^\\]\]\(command:/);
    } finally {
      world.blame = undefined;
      world.ruleChanges = noRuleChanges;
      await world.setState(name, 'in-sync');
    }
  });

  test('a rule opens the file where it begins, and says everything to a screen reader', async () => {
    const [, second] = await children(await policyRow());
    assert.ok(second);
    const item = world.tree.getTreeItem(second);
    assert.equal(item.command?.command, 'vscode.open');
    const [uri, options] = (item.command?.arguments ?? []) as [Uri, { selection: Range }];
    const document = await workspace.openTextDocument(uri);
    assert.match(document.lineAt(options.selection.start.line).text, /name: two/);
    assert.match(
      item.accessibilityInformation?.label ?? '',
      /^Rule 2 of 3, two, alerts, scope All, redundant/,
    );
    assert.equal(item.tooltip, undefined, 'made when it is asked for');
    const { tooltip } = await world.tree.resolveTreeItem(item, second);
    assert.ok(tooltip instanceof MarkdownString);
    assert.match(tooltip.value, /All/);
  });

  test('follows typing, with the same rows for the same rules', async () => {
    const ids = async (): Promise<string[]> => (await children(await policyRow())).map(({ id }) => id);
    const [one, two, three] = await ids();
    const seen: unknown[] = [];
    const subscription = world.tree.onDidChangeTreeData((rows) => seen.push(rows));
    await edit(name, () => policyText('three', 'one', 'two', 'four'));
    const after = await ids();
    assert.deepEqual(after.slice(0, 3), [three, one, two]);
    await waitFor('the view to be told', () => seen.length > 0);
    subscription.dispose();
  });

  test('a rule keeps its row while it moves', async () => {
    const before = await children(await policyRow());
    const target = rule(name, 0);
    await edit(name, () => policyText('four', 'three', 'one', 'two'));
    const moved = await world.tree.nodeOf(target);
    assert.ok(moved && world.tree.isListed(moved));
    assert.equal(moved, before[3]);
    const after = await children(await policyRow());
    assert.deepEqual(new Set(after), new Set(before));
    assert.deepEqual(await labels(await policyRow()), ['1. four', '2. three', '3. one', '4. two']);
    assert.ok(world.tree.has(moved) && !world.tree.has({ ...moved }) && !world.tree.has(undefined));
    await edit(name, () => policyText('three', 'one', 'two', 'four'));
  });

  test('the rule at the cursor is marked, and said to be there', async () => {
    const [first, second] = await children(await policyRow());
    assert.ok(first && second);
    const marked = (): readonly unknown[] =>
      [first, second].map((row) => {
        const { label, accessibilityInformation } = world.tree.getTreeItem(row);
        return [typeof label, accessibilityInformation?.label.endsWith(', at the cursor')];
      });
    await world.tree.markAtCursor(rule(name, 1) as RuleTarget);
    assert.deepEqual(marked(), [
      ['string', false],
      ['object', true],
    ]);
    await world.tree.markAtCursor(undefined);
    assert.deepEqual(marked(), [
      ['string', false],
      ['string', false],
    ]);
  });

  test('finds the row of a rule, with the rows above', async () => {
    const row = await world.tree.nodeOf(rule(name, 3));
    assert.equal(row?.target.kind === 'rule' && row.target.name, 'four');
    const chain: string[] = [];
    for (let node: TreeNode | undefined = row; node; node = world.tree.getParent(node)) {
      chain.push(node.kind);
    }
    assert.deepEqual(chain, ['rule', 'policy', 'family', 'console']);
    assert.equal(await world.tree.nodeOf(rule(name, 4)), undefined);
  });

  test('shows each state of a policy', async () => {
    const item = async (): Promise<TreeItem> => world.tree.getTreeItem(await policyRow());
    const icon = (each: TreeItem): string => (each.iconPath as ThemeIcon).id;
    // The tests before edited the file.
    await world.models.whenSettled();
    await waitFor('the state of the file as it is', async () => (await item()).description === 'in sync');
    const inSync = await item();
    assert.equal(clickOf(inSync), 'ordinance.policy.open');
    await world.setState(name, 'edited');
    const edited = await item();
    assert.equal(edited.description, 'edited');
    assert.notEqual(icon(edited), icon(inSync));
    await world.setState(name, 'failed', 'the console did not answer');
    const failed = await item();
    assert.match(String(failed.description), /the console did not answer/);
    assert.match(failed.contextValue ?? '', /\bcanRetry\b/);
    assert.notEqual(clickOf(failed), 'ordinance.policy.openLive', 'a click would fail again');
    await world.setState(name, 'not-pulled');
    assert.equal(clickOf(await item()), 'ordinance.policy.openLive');
    assert.equal((await item()).collapsibleState, TreeItemCollapsibleState.None);
    await world.setState(name, 'in-sync');
  });

  test('a click on a row that is being drawn anew still does what the row said', async () => {
    const clicked = world.tree.getTreeItem(await policyRow());
    // The editor forgets what a command is called with as soon as the row is drawn anew, so there is nothing of that kind.
    assert.equal(clicked.command?.arguments, undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await world.setState(name, 'edited');
    const now = world.tree.getTreeItem(await policyRow());
    assert.equal(now.command?.command, clicked.command?.command);
    await commands.executeCommand(clicked.command?.command ?? '');
    assert.equal(window.activeTextEditor?.document.uri.toString(), fileOf(name).toString());
    await world.setState(name, 'in-sync');
  });

  test('a list of thousands comes in pages, each quickly', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `rule ${index}`);
    await edit(name, () => policyText(...names));
    const pages = await children(await policyRow());
    assert.equal(pages.length, 20);
    const [first] = pages;
    assert.ok(first);
    const rules = await children(first);
    assert.equal(rules.length, 500);
    assert.equal(world.tree.getTreeItem(rules[499] ?? first).label, '500. rule 499');
    const last = await world.tree.nodeOf(rule(name, 9999));
    assert.equal(last && world.tree.getParent(last)?.kind, 'page');
  });

  test('a file that is gone leaves nothing below its policy', async () => {
    await writePolicy('vulnerability/ci-serverless', policyText('one'));
    const row = await world.tree.nodeOf({
      kind: 'policy',
      consoleId: consoleId(),
      policy: 'vulnerability/ci-serverless',
    });
    assert.ok(row);
    assert.equal((await children(row)).length, 1);
    await workspace.fs.delete(
      Uri.joinPath(world.consoles.consoles[0]!.policyFolder, 'vulnerability/ci-serverless.policy.yaml'),
    );
    assert.deepEqual(await children(row), []);
  });
});
