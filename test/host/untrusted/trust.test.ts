import assert from 'node:assert/strict';
import { commands, extensions, workspace } from 'vscode';
import type { SandboxConsole } from '../../../src/sandbox/sandboxConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, fileOf, Messages, policy, startSandbox } from '../mainJob.ts';

suite('an untrusted workspace', () => {
  let sandbox: SandboxConsole;
  let messages: Messages;

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    await waitFor('activation', () => extensions.getExtension('ordinance.ordinance')?.isActive);
  });

  after(async () => {
    messages.restore();
    await sandbox.close();
  });

  test('is one', () => {
    assert.equal(workspace.isTrusted, false);
  });

  test('makes no request, whatever is run', async () => {
    const console = { kind: 'console', consoleId: consoleId() };
    await commands.executeCommand('ordinance.console.pull', console);
    await commands.executeCommand('ordinance.console.refresh', console);
    await commands.executeCommand('ordinance.policies.refresh');
    await commands.executeCommand('ordinance.console.signIn', console);
    await commands.executeCommand('ordinance.console.add');
    for (const id of ['pull', 'openLive', 'previewPush', 'push', 'retry']) {
      await commands.executeCommand(`ordinance.policy.${id}`, policy('vulnerability/ci-images'));
    }
    const posture = { sourceId: consoleId(), kind: 'catalogue' };
    for (const id of ['signIn', 'openJson', 'showTable', 'showOverview', 'saveSnapshot', 'refresh']) {
      await commands.executeCommand(`ordinance.posture.${id}`, posture);
    }
    assert.deepEqual(sandbox.requests.all(), []);
    assert.ok(
      messages.shown.some(({ text }) => text.includes('not trusted')),
      'and says why',
    );
  });

  test('offers to manage trust', async () => {
    const name = 'vulnerability/ci-images';
    const file = fileOf(name);
    await workspace.fs.writeFile(
      file,
      Buffer.from('policyType: ciImagesVulnerability\nrules:\n  - name: a\n    collections: [{name: All}]\n'),
    );
    for (const id of ['push', 'previewPush', 'openLive', 'pull', 'retry', 'merge', 'override']) {
      messages.clear();
      await commands.executeCommand(`ordinance.policy.${id}`, policy(name));
      assert.match(messages.last?.text ?? '', /not trusted/, id);
      assert.equal(messages.last?.actions[0], 'Manage Workspace Trust', id);
    }
  });
});
