import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import { Messages, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

suite('add console', () => {
  const { folder } = surroundings();
  const file = Uri.joinPath(folder, 'ordinance.yaml');
  let sandbox: TestConsole;
  let messages: Messages;
  let inputs: Inputs;
  let original: Uint8Array;
  const text = async (): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(file));
  const target = { kind: 'policy', consoleId: `${folder.toString()}#second`, policy: 'runtime/host' };

  before(async () => {
    sandbox = await TestConsole.start();
    messages = new Messages();
    inputs = new Inputs();
    original = await workspace.fs.readFile(file);
  });

  after(async () => {
    await workspace.fs.writeFile(file, original);
    messages.restore();
    inputs.restore();
    await sandbox.close();
  });

  test('that is given up in the middle writes nothing', async () => {
    inputs.answers.push(sandbox.url, 'second');
    await run('ordinance.console.add');
    assert.equal(inputs.asked.length, 3);
    assert.deepEqual(messages.shown, []);
    assert.equal(await text(), Buffer.from(original).toString());
    assert.ok(
      sandbox.requests.all().every(({ credentials }) => credentials === 'none'),
      'the address was tried without a key',
    );
  });

  test('does not ask for a key where nothing answers', async () => {
    inputs.asked.length = 0;
    const gone = await TestConsole.start();
    await gone.close();
    inputs.answers.push(gone.url);
    await run('ordinance.console.add');
    assert.equal(inputs.asked.length, 1);
    assert.match(inputs.asked[0]?.problems[0] ?? '', /nothing listens there.*Press Enter again/s);
    assert.equal(await text(), Buffer.from(original).toString());
  });

  test('checks the connection, asks again when the key is refused, and writes only then', async () => {
    inputs.asked.length = 0;
    const { id, secret } = sandbox.accessKey;
    inputs.answers.push(['nowhere', 'https://me:secret@console.example', sandbox.url]);
    inputs.answers.push(['sandbox', '../x', 'second'], 'Basic', id, ['wrong secret', secret]);
    const added = await run<{ name: string }>('ordinance.console.add');
    assert.equal(added?.name, 'second', JSON.stringify(messages.last));
    assert.deepEqual(
      inputs.asked.map(({ step, password }) => [step, password]),
      [1, 2, 3, 4, 5].map((step) => [`${step}/5`, step === 5]),
      'the secret was typed again where it was typed, and every step counts',
    );
    assert.match(inputs.asked[4]?.problems[0] ?? '', /does not accept the access key/);
    assert.deepEqual(
      messages.shown.map(({ text: said, actions }) => [said, actions]),
      [['second is ready. Pull its policies to get them as files.', ['Pull All']]],
    );
    const [address, name, , , key] = inputs.asked;
    assert.deepEqual(
      [address?.problems, name?.problems].map((problems) =>
        problems?.map((problem) => problem !== undefined),
      ),
      [
        [true, true, false],
        [true, true, false],
      ],
    );
    assert.ok(key?.password);
    assert.match(key.prompt, new RegExp(sandbox.url));
    assert.equal(address?.title, 'Add Console');
    const now = await text();
    assert.match(now, /^# The consoles of this repository/, 'comments stay');
    assert.ok(now.includes(sandbox.url));
    assert.ok(!now.includes(secret));
  });

  test('leaves the console signed in', async () => {
    const reports = await run<PullReport[]>('ordinance.policy.pull', target);
    assert.equal(reports?.[0]?.written.length, 1, JSON.stringify(messages.last));
    const pulled = Uri.joinPath(folder, 'policies/second/runtime/host.policy.yaml');
    assert.ok((await workspace.fs.stat(pulled)).size > 0);
  });

  test('another address is another sign-in: the key does not follow', async () => {
    const other = await TestConsole.start();
    try {
      await workspace.fs.writeFile(file, Buffer.from((await text()).replace(sandbox.url, other.url)));
      messages.clear();
      await waitFor('the signed-out console', async () => {
        messages.shown.length = 0;
        await run('ordinance.policy.pull', target);
        return messages.shown.some(({ text: message }) => message.includes('not signed in'));
      });
      assert.ok(other.requests.all().every(({ credentials }) => credentials === 'none'));
    } finally {
      await other.close();
    }
  });

  test('signing in again brings it back', async () => {
    await workspace.fs.writeFile(
      file,
      Buffer.from((await text()).replace(/http:\/\/127[\d.:]+(?=\n?$)/, sandbox.url)),
    );
    const { id, secret } = sandbox.accessKey;
    await waitFor('the console to sign out of', async () => {
      await run('ordinance.console.signOut', { kind: 'console', consoleId: target.consoleId });
      inputs.answers.splice(0, Infinity, id, secret);
      return run<boolean>('ordinance.console.signIn', { kind: 'console', consoleId: target.consoleId });
    });
    const reports = await run<PullReport[]>('ordinance.policy.pull', target);
    assert.equal(reports?.[0]?.failed.length, 0);
  });
});
