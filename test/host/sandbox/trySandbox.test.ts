import assert from 'node:assert/strict';
import { Uri, window, workspace } from 'vscode';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test } from '../harness.ts';
import { Messages, run } from '../mainJob.ts';
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
    const set = await run<Uri>('ordinance.sandbox.try');
    assert.equal(set?.toString(), folder.toString(), JSON.stringify(messages.last));
    assert.equal(offered.length, 2);
    for (const name of ['ordinance.yaml', 'README.md', '.gitignore', 'notes.md']) {
      assert.ok((await workspace.fs.stat(Uri.joinPath(folder, name))).size > 0, name);
    }
  });

  test('signs in: every policy can be pulled', async () => {
    const report = await run<PullReport>('ordinance.console.pull');
    assert.equal(report?.written.length, 21, JSON.stringify(messages.last));
  });

  test('a second time is welcome', async () => {
    assert.equal((await run<Uri>('ordinance.sandbox.try'))?.toString(), folder.toString());
    const report = await run<PullReport>('ordinance.console.pull');
    assert.equal(report?.unchanged.length, 21, JSON.stringify(messages.last));
  });
});
