import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { Uri, workspace } from 'vscode';
import { authorityOf } from '../../../src/core/consoleFile/connectionOf.ts';
import { loopbackIdentity } from '../../certificates.ts';
import { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import { Messages, run, type Message } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

/** A key is kept for the addresses and authorities that a person agreed to; the repository names others later. */
suite('what a key was typed for', () => {
  const { folder } = surroundings();
  const file = Uri.joinPath(folder, 'ordinance.yaml');
  const authorities = Uri.joinPath(folder, 'authority.pem');
  const own = { kind: 'console', consoleId: `${folder.toString()}#private` };
  let stranger: string;
  let ca: string;
  let sandbox: TestConsole;
  /** Another address of the same console, so that whatever is sent there is counted, too. */
  let elsewhere: Server;
  let elsewhereUrl: string;
  let messages: Messages;
  let inputs: Inputs;
  let original: Uint8Array;

  const name = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    const lines = Object.entries(settings).map(([key, value]) => `    ${key}: ${value}\n`);
    const text = `${Buffer.from(original).toString().trimEnd()}\n  private:\n${lines.join('')}`;
    await workspace.fs.writeFile(file, Buffer.from(text));
  };
  const pull = async (): Promise<PullReport | undefined> =>
    (
      await run<PullReport[]>('ordinance.policy.pull', { ...own, kind: 'policy', policy: 'runtime/host' })
    )?.[0];
  const pulls = async (): Promise<boolean> => (await pull())?.failed.length === 0;
  const sentKeys = (): readonly unknown[] =>
    sandbox.requests
      .all()
      .filter(
        ({ method, path, credentials }) =>
          credentials !== 'none' || (method === 'POST' && /login/.test(path)),
      );
  const isSignedOut = async (): Promise<boolean> => {
    messages.clear();
    return !(await pulls()) && /not signed in/.test(messages.last?.text ?? '');
  };
  /** Answers the question about what is trusted. @returns what was asked */
  const signIn = async (answer: string | undefined): Promise<Message | undefined> => {
    const { id, secret } = sandbox.accessKey;
    messages.clear();
    messages.answer = ({ actions }) => actions.find((action) => action === answer);
    inputs.asked.length = 0;
    inputs.answers.splice(0, Infinity, id, secret);
    await run('ordinance.console.signIn', own);
    return messages.shown[0];
  };

  before(async () => {
    const tls = await loopbackIdentity();
    ({ ca } = tls);
    stranger = (await loopbackIdentity()).ca;
    sandbox = await TestConsole.start({ tls });
    elsewhere = createServer((socket) => {
      const inner = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
      socket.on('error', () => inner.destroy()).pipe(inner);
      inner.on('error', () => socket.destroy()).pipe(socket);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    elsewhereUrl = `https://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    messages = new Messages();
    inputs = new Inputs();
    original = await workspace.fs.readFile(file);
    await workspace.fs.writeFile(authorities, Buffer.from(ca));
    await name({ url: sandbox.url, caFile: 'authority.pem' });
    await waitFor('the console', async () => {
      await pull();
      return /not signed in/.test(messages.last?.text ?? '');
    });
  });

  after(async () => {
    messages.restore();
    inputs.restore();
    await workspace.fs.writeFile(file, original);
    await workspace.fs.delete(authorities);
    elsewhere.close();
    await sandbox.close();
  });

  test('an authority of the repository is asked about before a key is typed', async () => {
    const question = await signIn(undefined);
    assert.match(question?.text ?? '', /Trust the certificate authority of authority\.pem/);
    assert.ok(question?.detail?.includes(authorityOf(ca)), question?.detail);
    assert.deepEqual([inputs.asked.length, sentKeys().length], [0, 0]);
    await signIn('Trust');
    await waitFor('a pull', pulls);
  });

  test('another authority is another agreement, and the question names both', async () => {
    sandbox.requests.clear();
    // The one that was agreed to is still among them: what would be sent would arrive.
    await workspace.fs.writeFile(authorities, Buffer.from(ca + stranger));
    // Before the editor knows that it is signed out, nothing is sent either.
    assert.equal(await pulls(), false);
    await waitFor('the console to be signed out', isSignedOut);
    const question = await signIn(undefined);
    assert.match(question?.text ?? '', /private changed since you signed in/);
    const [now, before] = [authorityOf(ca + stranger), authorityOf(ca)];
    assert.ok(question?.detail?.includes(`${now} (was ${before})`), question?.detail);
    assert.deepEqual([inputs.asked.length, sentKeys().length], [0, 0]);
    assert.equal(await pulls(), false);
    await signIn('Trust');
    await waitFor('a pull', pulls);
  });

  test('what was agreed to is not asked about again', async () => {
    await workspace.fs.writeFile(authorities, Buffer.from(ca));
    messages.clear();
    await waitFor('a pull', pulls);
    assert.deepEqual(
      messages.shown.filter(({ actions }) => actions.includes('Trust')),
      [],
    );
  });

  test('an authority that changes after the question gets no key', async () => {
    await name({ url: elsewhereUrl, caFile: 'authority.pem' });
    await waitFor('the console at its new address to be signed out', isSignedOut);
    sandbox.requests.clear();
    messages.clear();
    const { id, secret } = sandbox.accessKey;
    inputs.asked.length = 0;
    inputs.answers.splice(0, Infinity, id, secret);
    messages.answer = ({ actions }) => {
      writeFileSync(authorities.fsPath, ca + stranger);
      return actions.find((action) => action === 'Trust');
    };
    await run('ordinance.console.signIn', own);
    assert.match(inputs.asked.at(-1)?.problems[0] ?? '', /authority of private changed while you signed in/);
    assert.deepEqual(sentKeys(), []);
    await workspace.fs.writeFile(authorities, Buffer.from(ca));
  });

  test('another login is another agreement, and so is another address with the same login', async () => {
    for (const [url, loginUrl, said] of [
      [sandbox.url, elsewhereUrl, `Login: ${elsewhereUrl} (was ${sandbox.url})`],
      [elsewhereUrl, sandbox.url, `Address: ${elsewhereUrl} (was ${sandbox.url})`],
    ] as const) {
      await name({ url, loginUrl, auth: 'login', caFile: 'authority.pem' });
      await waitFor(said, async () => (await signIn(undefined))?.detail?.includes(said));
      sandbox.requests.clear();
      await signIn(undefined);
      assert.equal(await pulls(), false);
      assert.deepEqual([inputs.asked.length, sentKeys().length], [0, 0]);
      await signIn('Trust');
      assert.match(inputs.asked.at(-1)?.prompt ?? '', /tokens of http/);
      await waitFor('a pull', pulls);
      assert.ok(sandbox.requests.of('POST', '/login').length > 0);
    }
  });
});
