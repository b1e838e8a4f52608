import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ConsoleClient } from '../../../../src/core/console/consoleClient.ts';
import { connectionOf } from '../../../../src/core/consoleFile/connectionOf.ts';
import type { ConsoleEntry } from '../../../../src/core/consoleFile/consoleEntry.ts';
import { readConsoleFile } from '../../../../src/core/consoleFile/consoleFile.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { Secrets } from '../../../../src/vscode/platform/secrets.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { answer, serve } from '../../console/localServer.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { memoryStorage } from '../platform/memoryStorage.ts';

useEditor({});
const { agreementOf } = await import('../../../../src/vscode/workspace/authority.ts');
const { closestAgreement } = await import('../../../../src/vscode/connection/accessKeySteps.ts');

const kind = policyKind('vulnerability/images');
const key = { id: 'me', secret: 'a-secret-of-mine' };

function clientOf(t: TestContext, entry: ConsoleEntry, secrets: Secrets): ConsoleClient {
  const connection = connectionOf(entry, {
    ca: undefined,
    requestTimeoutMs: 10_000,
    skipsVerification: () => false,
    proxyOf: () => undefined,
  });
  const agreement = agreementOf(entry, undefined);
  const keys = { accessKey: (origin: string) => secrets.agreedKey(origin, agreement) };
  const client = new ConsoleClient(connection, keys, { logger: silentLogger });
  t.after(() => client.dispose());
  return client;
}

test('a token of one console does not go to another because both have keys', async (t) => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
  const login = await serve(t, (_request, response) => answer(response, 200, { token }));
  const other = await serve(t, (_request, response) => answer(response, 200, '{}'));
  const secrets = new Secrets(memoryStorage().api, silentLogger);
  // Signed in at both, each as a console of its own.
  await secrets.store(login.url, key);
  await secrets.store(other.url, key);
  const { consoles, problems } = readConsoleFile({
    consoles: { a: { url: other.url, loginUrl: login.url, auth: 'login' } },
  });
  assert.deepEqual(problems, []);
  const [entry] = consoles;
  assert.ok(entry);
  const client = clientOf(t, entry, secrets);
  await assert.rejects(client.policies.readPolicy(kind), { code: 'no-credentials' });
  await assert.rejects(client.resources.collections.list(), { code: 'no-credentials' });
  assert.deepEqual([login.arrived.length, other.arrived.length], [0, 0]);
  // Said at sign-in.
  await secrets.store(login.url, key, agreementOf(entry, undefined));
  await secrets.store(other.url, key, agreementOf(entry, undefined));
  assert.equal((await client.policies.readPolicy(kind)).text, '{}');
});

test('what was agreed to before is the nearest, of several the latest; nothing when it is the same', () => {
  const [a, b] = ['https://a.example', 'https://b.example'];
  const own = { address: a, login: a };
  const first = { ...own, authority: '11' };
  const second = { ...own, authority: '22' };
  const pair = { address: b, login: a };
  assert.equal(closestAgreement([], own), undefined);
  assert.equal(closestAgreement([first, own, second], own), undefined);
  assert.deepEqual(closestAgreement([first, second, pair], { ...own, authority: '33' }), second);
  assert.deepEqual(closestAgreement([pair, first], own), first);
  assert.deepEqual(closestAgreement([{ address: b, login: b }], pair), { address: b, login: b });
});
