import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../src/core/policy/families.ts';
import { replaceLive } from '../../unit/console/clientOf.ts';
import { sandboxClient, type SandboxParts } from './sandboxClient.ts';

const kind = policyKind('vulnerability/images');
const minute = 60_000;

const paths = ({ sandbox }: SandboxParts): string[] =>
  sandbox.requests.all().map(({ method, path }) => `${method} ${path.replace(/.*\/policies\/.*/, 'policy')}`);

test('a long session: extended again and again, no request is refused, one login', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  for (let round = 0; round < 20; round++) {
    await parts.client.policies.readPolicy(kind);
    parts.clock.time += 4 * minute;
  }
  const seen = paths(parts);
  assert.equal(seen.filter((line) => line === 'POST /login').length, 1);
  assert.ok(seen.filter((line) => line === 'GET /auth_token/extend').length >= 6);
  assert.ok(parts.sandbox.requests.all().every(({ status }) => status === 200));
});

test('after a long pause the session is renewed by a new login, unnoticed', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.readPolicy(kind);
  parts.clock.time += 60 * minute;
  await parts.client.policies.readPolicy(kind);
  assert.deepEqual(paths(parts), ['POST /login', 'GET policy', 'POST /login', 'GET policy']);
});

for (const auth of ['login', 'bearer'] as const) {
  test(`${auth}: the session ends on the way to a GET: one new login, one replay`, async (t) => {
    const parts = await sandboxClient(t, { auth });
    await parts.client.policies.readPolicy(kind);
    parts.sandbox.requests.clear();
    parts.sandbox.faults.next({ method: 'GET', path: '/policies/' }, { kind: 'expire-tokens' });
    await parts.client.policies.readPolicy(kind);
    assert.deepEqual(
      parts.sandbox.requests.all().map((one) => `${one.method} ${one.status}`),
      ['GET 401', 'POST 200', 'GET 200'],
    );
  });

  test(`${auth}: the session ends on the way to a PUT: it is not sent again`, async (t) => {
    const parts = await sandboxClient(t, { auth });
    const { text } = await parts.client.policies.readPolicy(kind);
    parts.sandbox.requests.clear();
    parts.sandbox.faults.next({ method: 'PUT', path: '/policies/' }, { kind: 'expire-tokens' });
    await assert.rejects(replaceLive(parts.client, kind, text), { code: 'unauthorized' });
    assert.deepEqual(
      parts.sandbox.requests.all().map((one) => `${one.method} ${one.status}`),
      ['GET 200', 'PUT 401'],
    );
  });
}

for (const status of [401, 500]) {
  test(`extending answers ${status}: a new login instead`, async (t) => {
    const parts = await sandboxClient(t, { auth: 'login' });
    await parts.client.policies.readPolicy(kind);
    parts.clock.time += 6 * minute;
    parts.sandbox.faults.next({ path: 'extend' }, { kind: 'status', status, when: 'before' });
    await parts.client.policies.readPolicy(kind);
    assert.deepEqual(paths(parts).slice(2), ['GET /auth_token/extend', 'POST /login', 'GET policy']);
  });
}

for (const skew of [-10 * minute, 10 * minute]) {
  test(`a clock that is off by ${skew / minute} minutes changes nothing`, async (t) => {
    const parts = await sandboxClient(t, { auth: 'login' }, { now: () => Date.UTC(2030, 0, 1) + skew });
    await parts.client.policies.readPolicy(kind);
    parts.clock.time += 4 * minute;
    await parts.client.policies.readPolicy(kind);
    assert.deepEqual(paths(parts), ['POST /login', 'GET policy', 'GET policy']);
  });
}

test('a revoked key: the session ends, and the error says to sign in again', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.readPolicy(kind);
  parts.sandbox.expireTokens();
  parts.sandbox.faults.next({ path: '/login' }, { kind: 'status', status: 401, when: 'before' });
  await assert.rejects(parts.client.policies.readPolicy(kind), { code: 'unauthorized' });
});

test('many requests at once on an expired session: one login', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.readPolicy(kind);
  parts.sandbox.expireTokens();
  parts.sandbox.requests.clear();
  await Promise.all(Array.from({ length: 12 }, () => parts.client.policies.readPolicy(kind)));
  assert.equal(paths(parts).filter((line) => line === 'POST /login').length, 1);
});

test('a token is renewed before live is read for a push, never between the reading and the write', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.readPolicy(kind);
  parts.clock.time += 5 * minute;
  const { text, replace } = await parts.client.policies.readPolicy(kind);
  parts.clock.time += 4 * minute;
  await replace(text);
  assert.deepEqual(paths(parts), [
    'POST /login',
    'GET policy',
    'GET /auth_token/extend',
    'GET policy',
    'PUT policy',
  ]);
});
