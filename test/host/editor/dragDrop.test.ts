import assert from 'node:assert/strict';
import { commands, DataTransfer, DataTransferItem, window, workspace, type TextDocument } from 'vscode';
import { dragType, RuleDragDrop } from '../../../src/vscode/policies/ruleDragDrop.ts';
import type { TreeNode } from '../../../src/vscode/policies/treeNodes.ts';
import { after, before, suite, test } from '../harness.ts';
import { fileOf, rule } from '../mainJob.ts';
import { deletion, movingTo } from '../../../src/core/document/ruleActs.ts';
import { policyText, rulesAt, World, writePolicy } from './world.ts';

const name = 'vulnerability/ci-images';
const other = 'vulnerability/ci-serverless';

suite('drag and drop', () => {
  let world: World;
  let controller: RuleDragDrop;
  let document: TextDocument;
  const failures: unknown[] = [];

  const row = async (index: number, policy: string = name): Promise<TreeNode> => {
    const node = await world.tree.nodeOf(rule(policy, index));
    assert.ok(node, `${policy} ${index}`);
    return node;
  };
  const drag = (...rows: TreeNode[]): DataTransfer => {
    const data = new DataTransfer();
    controller.handleDrag(rows, data);
    return data;
  };
  const names = (): string[] =>
    [...document.getText().matchAll(/^ {2}- name: (.*)$/gm)].map(([, each = '']) => each);

  before(async () => {
    await writePolicy(name, policyText('a', 'b', 'c', 'd', 'e'));
    await writePolicy(other, policyText('x', 'y'));
    world = new World();
    await world.ready();
    document = await workspace.openTextDocument(fileOf(name));
    controller = new RuleDragDrop({
      consoles: world.consoles,
      ruleEditor: world.editor,
      report: (_, error) => void failures.push(error),
    });
  });

  after(() => {
    world.dispose();
  });

  test('drops several rules above the one they are dropped on, with their comments', async () => {
    await controller.handleDrop(await row(1), drag(await row(4), await row(2)));
    assert.deepEqual(failures, []);
    assert.deepEqual(names(), ['a', 'c', 'e', 'b', 'd']);
    assert.equal(document.getText(), policyText('a', 'c', 'e', 'b', 'd'));
    assert.ok(document.isDirty, 'an edit of the file, and no more');
  });

  test('is one step of undo', async () => {
    await window.showTextDocument(document);
    await commands.executeCommand('undo');
    assert.equal(document.getText(), policyText('a', 'b', 'c', 'd', 'e'));
  });

  test('drops on the policy go to the end', async () => {
    const first = await row(0);
    const policy = world.tree.getParent(first);
    assert.ok(policy);
    await controller.handleDrop(policy, drag(first));
    assert.deepEqual(names(), ['b', 'c', 'd', 'e', 'a']);
  });

  test('dropped where it stands, nothing is edited', async () => {
    const { version } = document;
    const second = await row(1);
    await controller.handleDrop(second, drag(second));
    await controller.handleDrop(await row(2), drag(second));
    assert.equal(document.version, version);
  });

  test('refuses rules of another policy', async () => {
    const { version } = document;
    await controller.handleDrop(await row(0), drag(await row(0, other)));
    assert.match(String(failures.pop()), /within their policy/);
    assert.equal(document.version, version);
  });

  test('moves the rule that was dragged, above the one it was dropped on, though others moved since', async () => {
    const data = drag(await row(0));
    const target = await row(3);
    await world.editor.act(rulesAt(document.uri, 0), movingTo('bottom'));
    assert.deepEqual(names(), ['c', 'd', 'e', 'a', 'b']);
    await controller.handleDrop(target, data);
    assert.deepEqual(names(), ['c', 'd', 'b', 'e', 'a']);
  });

  test('refuses a drag of a rule that is gone', async () => {
    const data = drag(await row(0));
    await world.editor.act(rulesAt(document.uri, 0), deletion);
    const { version } = document;
    await controller.handleDrop(await row(2), data);
    assert.match(String(failures.pop()), /"c" is gone/);
    assert.equal(document.version, version);
  });

  test('refuses what is not its own', async () => {
    const { version } = document;
    for (const value of ['{"file":1}', 'text', { indices: [0] }]) {
      const data = new DataTransfer();
      data.set(dragType, new DataTransferItem(value));
      await controller.handleDrop(await row(0), data);
      assert.match(String(failures.pop()), /Only rules of one policy/);
    }
    await controller.handleDrop(await row(0), drag(await row(0), await row(0, other)));
    assert.match(String(failures.pop()), /Only rules of one policy/);
    assert.equal(document.version, version);
  });

  test('a row that is no rule does not travel', async () => {
    const policy = world.tree.getParent(await row(0));
    assert.ok(policy);
    assert.equal(drag(policy).get(dragType), undefined);
  });
});
