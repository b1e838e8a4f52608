import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, serve } from '../../unit/console/localServer.ts';
import { sspmParts } from './sspmParts.ts';

const catalog = { kind: 'catalog' } as const;

test('one token serves many reads and is renewed by itself before its 15 minutes are over', async (t) => {
  const { client, sandbox, clock } = await sspmParts(t, { scope: 'tsg_id:1010101010' });
  await Promise.all([client.read(catalog), client.read({ kind: 'applications' })]);
  await client.read(catalog);
  assert.equal(sandbox.requests.of('POST', '/oauth2').length, 1);
  for (let minutes = 0; minutes < 60; minutes += 5) {
    clock.time += 5 * 60 * 1000;
    await client.read(catalog);
  }
  assert.ok(sandbox.requests.of('GET').every(({ status }) => status === 200));
  assert.ok(sandbox.requests.of('POST', '/oauth2').length <= 8);
});

test('a 401 renews once, and a second one is told', async (t) => {
  const { client, sandbox } = await sspmParts(t);
  await client.read(catalog);
  sandbox.expireTokens();
  await client.read(catalog);
  assert.equal(sandbox.requests.of('POST', '/oauth2').length, 2);
  sandbox.faults.next({ method: 'GET', count: 5 }, { kind: 'status', status: 401, when: 'before' });
  await assert.rejects(client.read(catalog), { code: 'unauthorized' });
  assert.equal(sandbox.requests.of('POST', '/oauth2').length, 3);
  assert.equal(sandbox.faults.pending, 1);
});

test('a pasted token is sent as it is and cannot be renewed', async (t) => {
  const parts = await sspmParts(t);
  const token = await tokenOf(parts.sandbox.url, parts.sandbox.accessKey);
  parts.credential = { kind: 'token', token };
  await parts.client.read(catalog);
  parts.sandbox.expireTokens();
  parts.sandbox.requests.clear();
  await assert.rejects(parts.client.read(catalog), { code: 'unauthorized' });
  assert.equal(parts.sandbox.requests.all().length, 1);
});

test('a command is run for a token, and again when the token is refused', async (t) => {
  const parts = await sspmParts(t);
  let runs = 0;
  parts.credential = {
    kind: 'command',
    name: 'print-token',
    run: async () => {
      runs++;
      return `${await tokenOf(parts.sandbox.url, parts.sandbox.accessKey)}\n`;
    },
  };
  await parts.client.read(catalog);
  await parts.client.read(catalog);
  assert.equal(runs, 1);
  parts.sandbox.expireTokens();
  await parts.client.read(catalog);
  assert.equal(runs, 2);
  parts.credential = { kind: 'command', name: 'says-nonsense', run: async () => 'two words' };
  await assert.rejects(parts.client.read(catalog), { code: 'not-json' });
});

test('a client that is refused is told so; nobody signed in sends nothing', async (t) => {
  const parts = await sspmParts(t);
  parts.credential = {
    kind: 'client',
    id: 'x',
    secret: 'wrong-secret',
    tokenUrl: `${parts.sandbox.url}/oauth2/access_token`,
  };
  await assert.rejects(parts.client.read(catalog), { code: 'unauthorized' });
  parts.credential = undefined;
  parts.sandbox.requests.clear();
  await assert.rejects(parts.client.read(catalog), { code: 'no-credentials' });
  assert.deepEqual(parts.sandbox.requests.all(), []);
});

for (const status of [404, 424, 500]) {
  test(`${status} on the list of applications means not provisioned, at once`, async (t) => {
    const { client, sandbox, clock } = await sspmParts(t);
    sandbox.faults.next({ path: '/apps', count: 9 }, { kind: 'status', status, when: 'before' });
    await assert.rejects(client.read({ kind: 'applications' }), /not provisioned for this tenant/);
    assert.deepEqual(clock.sleeps, []);
    await client.checkAccess();
  });
}

test('403 on one branch leaves the others; 503 is tried again', async (t) => {
  const { client, sandbox } = await sspmParts(t);
  sandbox.faults.next({ path: '/scopes' }, { kind: 'status', status: 403, when: 'before' });
  sandbox.faults.next({ path: /\/apps$/ }, { kind: 'status', status: 503, when: 'before' });
  await assert.rejects(client.read({ kind: 'scopes', app: 'acorn-mail' }), { code: 'forbidden' });
  assert.ok(Array.isArray((await client.read(catalog)).value));
});

test('extra headers go to the service and not to the token address; none go by default', async (t) => {
  for (const headers of [undefined, { 'x-service-region': 'region-of-mine' }]) {
    const seen: string[] = [];
    const { url } = await serve(t, ({ method, headers: sent }, response) => {
      seen.push(`${method} ${String(sent['x-service-region'])}`);
      answer(response, 200, method === 'POST' ? { access_token: 'some-token' } : []);
    });
    const parts = await sspmParts(t, { sspmUrl: url, ...(headers ? { headers } : {}) });
    parts.credential = { kind: 'client', id: 'x', secret: 'some-secret', tokenUrl: `${url}/token` };
    await parts.client.read(catalog);
    assert.deepEqual(seen, ['POST undefined', `GET ${String(headers?.['x-service-region'])}`]);
    assert.ok(!parts.logger.lines.join('\n').includes('region-of-mine'));
  }
});

test('no token and no secret is logged or told', async (t) => {
  const { client, sandbox, logger } = await sspmParts(t);
  await client.read({ kind: 'applications' });
  sandbox.faults.next({ path: '/catalog' }, { kind: 'echo-credentials' });
  const error: unknown = await client.read(catalog).catch((failure: unknown) => failure);
  const told = `${logger.lines.join('\n')} ${String(error)} ${JSON.stringify(error)}`;
  assert.ok(!told.includes(sandbox.accessKey.secret));
  assert.doesNotMatch(told, /eyJ[\w-]{8,}/);
  assert.match(told, /refused/);
});

async function tokenOf(url: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const answer = await fetch(`${url}/oauth2/access_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
