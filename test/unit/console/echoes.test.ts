import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SspmClient } from '../../../src/core/console/sspm/sspmClient.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { clientOf, testKey, replaceLive } from './clientOf.ts';
import { answer, serve, serveWrites } from './localServer.ts';

const kind = policyKind('vulnerability/images');
const { secret } = testKey;

test('an answer that repeats the access key is not kept, and is not changed either', async (t) => {
  const held = `{"rules":[{"name":"${secret}"}]}`;
  const server = await serve(t, (_request, response) => answer(response, 200, held));
  const { client, logger } = clientOf(t, server.url);
  for (const work of [
    () => client.policies.readPolicy(kind),
    () => client.resources.collections.list(),
    () => client.version(),
    () => client.resources.networkLists.list(),
  ]) {
    await assert.rejects(work, (error: Error) => {
      assert.equal('code' in error && error.code, 'secret-in-answer');
      assert.ok(!JSON.stringify([error.message, Object.entries(error)]).includes(secret));
      return true;
    });
  }
  const writes = await serveWrites(t, (_request, response) => answer(response, 200, held));
  await assert.rejects(replaceLive(clientOf(t, writes.url).client, kind, '{}'), {
    code: 'secret-in-answer',
    mayHaveArrived: true,
  });
  assert.ok(!logger.lines.join('\n').includes(secret));
});

test('a version is one, or it is not written down', async (t) => {
  let text = '';
  const server = await serve(t, ({ method }, response) =>
    answer(response, method === 'GET' ? 200 : 404, JSON.stringify(text)),
  );
  const { client } = clientOf(t, server.url);
  for (text of ['34.04.141', 'v35.0', '1']) {
    assert.equal(await client.version(), text);
  }
  for (text of [
    '',
    'two words',
    `x\u0000`,
    '<b>',
    'x'.repeat(65),
    'key ' + 'a'.repeat(9),
    secret,
    `Basic ${secret}`,
  ]) {
    await assert.rejects(client.version(), text);
  }
});

test('an SSPM answer that repeats the token is not kept or shown, in success or failure', async (t) => {
  const token = 'a-pasted-token-of-a-person';
  let status = 200;
  const server = await serve(t, (_request, response) =>
    answer(response, status, {
      items: [{ app_id: '1', name: encodeURIComponent(`x ${token}`) }],
      err: token,
    }),
  );
  const client = new SspmClient(
    { name: 'test', sspmUrl: server.url, rejectUnauthorized: true, timeoutMs: 30_000 },
    { credential: () => Promise.resolve({ kind: 'token', token }) },
    { logger: silentLogger },
  );
  t.after(() => client.dispose());
  for (status of [200, 400]) {
    for (const kind of ['applications', 'catalog'] as const) {
      await assert.rejects(client.read({ kind }), (error: Error) => {
        assert.equal('code' in error && error.code, status === 200 ? 'secret-in-answer' : 'rejected');
        assert.ok(!JSON.stringify([error.message, Object.entries(error)]).includes(token));
        return true;
      });
    }
  }
});
