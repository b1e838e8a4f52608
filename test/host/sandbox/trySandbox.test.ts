import assert from 'node:assert/strict';
import { Uri, window, workspace } from 'vscode';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import type { RemoteEdit } from '../../../src/sandbox/remoteEdit.ts';
import { edit, Messages, policy, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

suite('try the sandbox', () => {
  const { folder } = surroundings();
  const real = window.showQuickPick;
  let messages: Messages;
  let offered: string[] = [];

  before(() => {
    messages = new Messages();
    Object.assign(window, {
      showQuickPick: async (items: readonly { label: string }[]) => {
        offered = items.map(({ label }) => label);
        return items[0];
      },
    });
  });

  after(() => {
    Object.assign(window, { showQuickPick: real });
    messages.restore();
  });

  test('writes a sample workspace into a folder without consoles and keeps what is there', async () => {
    let pressed = 0;
    messages.answer = ({ actions }) => actions.find((action) => action === 'Pull All' && pressed++ === 0);
    const set = await run<Uri>('ordinance.sandbox.try');
    assert.equal(set?.toString(), folder.toString(), JSON.stringify(messages.last));
    const [offer] = messages.shown;
    assert.match(offer?.text ?? '', /^sandbox is ready/);
    assert.equal(pressed, 1);
    assert.equal(offered.length, 2);
    for (const name of ['ordinance.yaml', 'README.md', '.gitignore', 'notes.md']) {
      assert.ok((await workspace.fs.stat(Uri.joinPath(folder, name))).size > 0, name);
    }
  });

  test('goes on: all policies are pulled where that was taken, and the first one opens', async () => {
    const isFirst = /policies\/sandbox\/vulnerability\/.*\.policy\.yaml$/;
    await waitFor('a policy in front', () => isFirst.test(window.activeTextEditor?.document.uri.path ?? ''));
    const report = await run<PullReport>('ordinance.console.pull');
    assert.equal(report?.unchanged.length, 21, JSON.stringify(messages.last));
  });

  test('a second time is welcome', async () => {
    assert.equal((await run<Uri>('ordinance.sandbox.try'))?.toString(), folder.toString());
    const report = await run<PullReport>('ordinance.console.pull');
    assert.equal(report?.unchanged.length, 21, JSON.stringify(messages.last));
  });
});

suite('play a colleague', () => {
  const real = window.showQuickPick;
  let messages: Messages;
  let offered: { label: string; description?: string }[] = [];
  let wanted = /./;

  before(() => {
    messages = new Messages();
    Object.assign(window, {
      showQuickPick: async (items: readonly { label: string }[]) => {
        offered = [...items];
        return items.find(({ label }) => wanted.test(label));
      },
    });
  });

  after(() => {
    Object.assign(window, { showQuickPick: real });
    messages.restore();
  });

  const target = policy('vulnerability/images');

  test('adds a rule to live, and a push meets it', async () => {
    wanted = /^Add a rule/;
    const made = await run<RemoteEdit>('ordinance.sandbox.simulateEdit', target);
    assert.equal(made?.detail, 'A colleague was here', JSON.stringify(messages.last));
    assert.match(messages.last?.text ?? '', /colleague added "A colleague was here"/);
    assert.deepEqual(messages.last?.actions, ['Compare with Live']);
    assert.ok(
      !offered.some(({ label }) => /Change the same field as you/.test(label)),
      'nothing was changed here yet',
    );
  });

  test('changes what was changed here, and a push is refused with a merge', async () => {
    await edit('vulnerability/images', (text) => text.replace(/value: \d+/, 'value: 10'));
    wanted = /^Change the same field as you/;
    const made = await run<RemoteEdit>('ordinance.sandbox.simulateEdit', target);
    assert.equal(made?.kind, 'edit', JSON.stringify({ last: messages.last, offered }));
    assert.match(made?.detail ?? '', /value$/);
    messages.clear();
    const outcome = await run<{ kind: string }>('ordinance.policy.push', target);
    assert.equal(outcome?.kind, 'drift', JSON.stringify(messages.last));
    assert.ok(messages.last?.actions.includes('Merge…'), JSON.stringify(messages.last));
  });
});
