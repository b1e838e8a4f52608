import assert from 'node:assert/strict';
import { commands, Selection, Uri, window, workspace } from 'vscode';
import type { QuickPickItem, TextDocument } from 'vscode';
import { policyCommandIds, ruleCommandIds } from '../../commandsByKind.ts';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, Messages, policy, run, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const lookups =
  /\/(collections|static\/vulnerabilities|custom-compliance|custom-rules|tags|policies\/firewall\/app\/network-list)$/;

/** Completion and checks read the lists of a console by themselves, whenever they come to it. */
const isLookup = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'GET' && lookups.test(path);

const atEditor = { in: 'editor' };
const selected = 'vulnerability/host';

/** The tree shows a rule of one console, the editor a policy of another: no command may take the one for the other. */
suite('what a command acts on', () => {
  const { folder } = surroundings();
  const file = Uri.joinPath(folder, 'ordinance.yaml');
  const other = Uri.joinPath(folder, 'policies/other/vulnerability/ci-images.policy.yaml');
  const realPick = window.showQuickPick;
  let offered: readonly QuickPickItem[] = [];
  let sandbox: TestConsole;
  let messages: Messages;
  let original: Uint8Array;
  let inTree: TextDocument;
  let versions: readonly number[];

  const showOther = async (): Promise<TextDocument> => {
    const editor = await window.showTextDocument(other, { preview: false });
    editor.selection = new Selection(0, 0, 0, 0);
    return editor.document;
  };
  const versionsNow = async (): Promise<readonly number[]> => [
    inTree.version,
    (await workspace.openTextDocument(other)).version,
  ];
  const untouched = async (id: string): Promise<void> => {
    assert.deepEqual(await versionsNow(), versions, `${id} edits nothing`);
    const asked = sandbox.requests.all().filter((request) => !isLookup(request));
    assert.deepEqual(asked, [], `${id} asks nothing`);
  };

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    await run('ordinance.policy.pull', policy(selected));
    original = await workspace.fs.readFile(file);
    const text = new TextDecoder().decode(original);
    await workspace.fs.writeFile(
      file,
      Buffer.from(`${text.trimEnd()}\n  other:\n    url: https://other.example\n`),
    );
    await workspace.fs.writeFile(
      other,
      Buffer.from('# on top\n\npolicyType: ciImagesVulnerability\nrules:\n  - name: mine\n'),
    );
    inTree = await workspace.openTextDocument(fileOf(selected));
    // A rule is selected in the tree: from then on a command of the palette has two things to choose from.
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        offered = items;
        return items.find(({ label }) => label.includes(` · ${selected}`));
      },
    });
    const selecting = waitFor('a rule to be selected in the tree', async () => {
      await commands.executeCommand('ordinance.policies.focus');
      await run('ordinance.rule.find');
      await showOther();
      offered = [];
      await run('ordinance.rule.copyName');
      return offered.length === 1;
    });
    await selecting.catch((error: unknown) => {
      throw new Error(`${JSON.stringify(offered)} ${JSON.stringify(messages.last)}`, { cause: error });
    });
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        offered = items;
        return undefined;
      },
    });
    await showOther();
    versions = await versionsNow();
    sandbox.requests.clear();
  });

  after(async () => {
    Object.assign(window, { showQuickPick: realPick });
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.writeFile(file, original);
    for (const console of ['other', 'sandbox']) {
      await workspace.fs.delete(Uri.joinPath(folder, 'policies', console), { recursive: true });
    }
    messages.restore();
    await sandbox.close();
  });

  test('there are commands to look at', () => {
    assert.ok(policyCommandIds.length >= 10, policyCommandIds.join());
    assert.ok(ruleCommandIds.length >= 10, ruleCommandIds.join());
  });

  test('a key of an editor without a rule at the cursor says so, and leaves the rule of the tree alone', async () => {
    for (const id of ruleCommandIds) {
      messages.clear();
      await run(id, atEditor);
      assert.match(messages.last?.text ?? '', /no rule of a policy at the cursor/, id);
      await untouched(id);
    }
  });

  test('a menu of an editor without a rule at the cursor says so, too', async () => {
    for (const id of ruleCommandIds) {
      messages.clear();
      await run(id, other);
      assert.match(messages.last?.text ?? '', /no rule of a policy at the cursor/, id);
      await untouched(id);
    }
  });

  test('the palette names a rule that is only selected in the tree', async () => {
    for (const id of ruleCommandIds) {
      offered = [];
      await run(id);
      assert.deepEqual(
        offered.map(({ description }) => description),
        ['selected in the Policies view'],
        id,
      );
      assert.match(offered[0]?.detail ?? '', /^vulnerability\/host of sandbox$/, id);
      await untouched(id);
    }
  });

  test('the palette names both policies when tree and editor show different ones', async () => {
    for (const id of policyCommandIds) {
      offered = [];
      await run(id);
      assert.deepEqual(
        offered.map(({ label }) => label),
        ['vulnerability/ci-images of other', 'vulnerability/host of sandbox', 'Another Policy…'],
        id,
      );
      await untouched(id);
    }
  });

  test('a key of an editor without a policy says so, and leaves the policy of the tree alone', async () => {
    await window.showTextDocument(file);
    for (const id of policyCommandIds) {
      messages.clear();
      await run(id, atEditor);
      assert.match(messages.last?.text ?? '', /not a policy of a console/, id);
      messages.clear();
      await run(id, file);
      assert.match(messages.last?.text ?? '', /not a policy of a console/, id);
      await untouched(id);
    }
  });

  test('a key of the tree acts on the rule of the tree, whatever editor is in front', async () => {
    await showOther();
    await run('ordinance.rule.moveDown', { in: 'tree' });
    const [before] = versions;
    assert.equal(inTree.version, (before ?? 0) + 1, JSON.stringify(messages.last));
    await window.showTextDocument(inTree);
    await commands.executeCommand('undo');
  });
});
