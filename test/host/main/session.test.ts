import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Uri, workspace } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, Messages, policy, run, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/host';

suite('session', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');
  let original: Uint8Array;
  const pull = async (): Promise<PullReport | undefined> =>
    (await run<PullReport[]>('ordinance.policy.pull', policy(name)))?.[0];

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    original = await workspace.fs.readFile(file);
  });

  after(async () => {
    await workspace.fs.writeFile(file, original);
    messages.restore();
    await sandbox.close();
  });

  test('with a login token goes on when the token has expired, without a word', async () => {
    await workspace.fs.writeFile(file, Buffer.from(`${Buffer.from(original).toString()}    auth: login\n`));
    await waitFor('a policy request with a token', async () => {
      await pull();
      return sandbox.requests
        .of('GET', 'vulnerability/host')
        .some(({ credentials }) => credentials === 'login');
    });
    const logins = sandbox.requests.of('POST', '/login').length;
    sandbox.expireTokens();
    messages.clear();
    const report = await pull();
    assert.equal(report?.failed.length, 0);
    assert.deepEqual(messages.shown, []);
    assert.ok(sandbox.requests.of('POST', '/login').length > logins, 'it logged in again');
  });

  test('ends with signing out, and no request is made after', async () => {
    await run('ordinance.console.signOut', { kind: 'console', consoleId: consoleId() });
    const count = sandbox.requests.all().length;
    messages.clear();
    const report = await pull();
    assert.equal(report?.failed.length, 1);
    assert.equal(sandbox.requests.all().length, count);
    assert.match(messages.last?.text ?? '', /not signed in/);
  });

  test('left the secret in no file of the workspace', () => {
    const { accessKey } = surroundings();
    const folder = dirname(process.env['ORDINANCE_TEST_RESULTS'] ?? '');
    const basic = Buffer.from(`${accessKey.id}:${accessKey.secret}`).toString('base64');
    let searched = 0;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        searched++;
        for (const secret of [accessKey.secret, basic]) {
          assert.ok(!bytes.includes(secret) && !bytes.includes(Buffer.from(secret, 'utf16le')), path);
        }
      }
    }
    assert.ok(searched > 0, 'the workspace was searched');
  });
});
