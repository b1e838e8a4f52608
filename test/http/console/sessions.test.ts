import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import { sandboxClient, type SandboxParts } from './sandboxClient.ts';

const kind = policyKind('vulnerability/images') as PolicyKind;
const minute = 60_000;

const paths = ({ sandbox }: SandboxParts): string[] =>
  sandbox.requests.all().map(({ method, path }) => `${method} ${path.replace(/.*\/policies\/.*/, 'policy')}`);

test('a long session: extended again and again, no request is refused, one login', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  for (let round = 0; round < 20; round++) {
    await parts.client.policies.read(kind);
    parts.clock.time += 4 * minute;
  }
  const seen = paths(parts);
  assert.equal(seen.filter((line) => line === 'POST /login').length, 1);
  assert.ok(seen.filter((line) => line === 'GET /auth_token/extend').length >= 6);
  assert.ok(parts.sandbox.requests.all().every(({ status }) => status === 200));
});

test('after a long pause the session is renewed by a new login, unnoticed', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.read(kind);
  parts.clock.time += 60 * minute;
  await parts.client.policies.read(kind);
  assert.deepEqual(paths(parts), ['POST /login', 'GET policy', 'POST /login', 'GET policy']);
});

for (const auth of ['login', 'bearer'] as const) {
  for (const method of ['GET', 'PUT'] as const) {
    test(`${auth}: the session ends on the way to a ${method}: one new login, one replay`, async (t) => {
      const parts = await sandboxClient(t, { auth });
      const text = await parts.client.policies.read(kind);
      parts.sandbox.requests.clear();
      parts.sandbox.faults.next({ method, path: '/policies/' }, { kind: 'expire-tokens' });
      await (method === 'GET' ? parts.client.policies.read(kind) : parts.client.policies.replace(kind, text));
      assert.deepEqual(
        parts.sandbox.requests.all().map((one) => `${one.method} ${one.status}`),
        [`${method} 401`, 'POST 200', `${method} 200`],
      );
    });
  }
}

for (const status of [401, 500]) {
  test(`extending answers ${status}: a new login instead`, async (t) => {
    const parts = await sandboxClient(t, { auth: 'login' });
    await parts.client.policies.read(kind);
    parts.clock.time += 6 * minute;
    parts.sandbox.faults.next({ path: 'extend' }, { kind: 'status', status, when: 'before' });
    await parts.client.policies.read(kind);
    assert.deepEqual(paths(parts).slice(2), ['GET /auth_token/extend', 'POST /login', 'GET policy']);
  });
}

for (const skew of [-10 * minute, 10 * minute]) {
  test(`a clock that is off by ${skew / minute} minutes changes nothing`, async (t) => {
    const parts = await sandboxClient(t, { auth: 'login' }, { now: () => Date.UTC(2030, 0, 1) + skew });
    await parts.client.policies.read(kind);
    parts.clock.time += 4 * minute;
    await parts.client.policies.read(kind);
    assert.deepEqual(paths(parts), ['POST /login', 'GET policy', 'GET policy']);
  });
}

test('a revoked key: the session ends, and the error says to sign in again', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.read(kind);
  parts.sandbox.expireTokens();
  parts.sandbox.faults.next({ path: '/login' }, { kind: 'status', status: 401, when: 'before' });
  await assert.rejects(parts.client.policies.read(kind), { code: 'unauthorised' });
});

test('many requests at once on an expired session: one login', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  await parts.client.policies.read(kind);
  parts.sandbox.expireTokens();
  parts.sandbox.requests.clear();
  await Promise.all(Array.from({ length: 12 }, () => parts.client.policies.read(kind)));
  assert.equal(paths(parts).filter((line) => line === 'POST /login').length, 1);
});

test('during a push the session keeps its token', async (t) => {
  const parts = await sandboxClient(t, { auth: 'login' });
  const text = await parts.client.policies.read(kind);
  parts.clock.time += 4 * minute;
  const hold = parts.client.policies.hold();
  await parts.client.policies.read(kind);
  parts.clock.time += 3 * minute;
  await parts.client.policies.replace(kind, text);
  await parts.client.policies.read(kind);
  hold.dispose();
  assert.deepEqual(paths(parts), ['POST /login', 'GET policy', 'GET policy', 'PUT policy', 'GET policy']);
});
