import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { isJsonObject } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { replaceLive } from '../../unit/console/clientOf.ts';
import { sandboxClient } from './sandboxClient.ts';

for (const auth of ['basic', 'login', 'bearer'] as const) {
  test(`every policy is read, sent back and unchanged, with ${auth}`, async (t) => {
    const { client, sandbox } = await sandboxClient(t, { auth });
    const hashOf = (kind: (typeof policyKinds)[number], text: string): string => {
      const value = parseJson(text);
      assert.ok(isJsonObject(value));
      return canonicalHash(kind, value);
    };
    for (const kind of policyKinds) {
      const { text } = await client.policies.readPolicy(kind);
      await replaceLive(client, kind, text);
      assert.equal(
        hashOf(kind, (await client.policies.readPolicy(kind)).text),
        hashOf(kind, text),
        kind.name,
      );
    }
    const log = sandbox.requests.all();
    assert.equal(log.filter(({ method }) => method === 'PUT').length, policyKinds.length);
    assert.ok(log.every(({ status }) => status === 200));
    const kinds = new Set(
      log.filter(({ path }) => path.includes('/policies/')).map((one) => one.credentials),
    );
    assert.deepEqual([...kinds], [auth]);
  });
}

test('collections, version, ping and the check of the access', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const collections = await client.resources.collections.list();
  assert.deepEqual(
    collections.map(({ name }) => name),
    sandbox.state.collections.all().map((one) => one.get('name')),
  );
  const all = collections.find(({ name }) => name === 'All');
  assert.ok(all?.system);
  assert.deepEqual(all.patterns['hosts'], ['*']);
  assert.deepEqual(await client.policies.collectionNames(), new Set(collections.map(({ name }) => name)));
  assert.equal(await client.version(), sandbox.state.version);
  await client.ping();
  await client.checkAccess();
  const ping = sandbox.requests.all().find(({ path }) => path.endsWith('/_ping'));
  assert.equal(ping?.credentials, 'none');
});

test('anything that answers is an address that answers, without a key', async (t) => {
  const { sandbox, client } = await sandboxClient(t);
  await client.checkAddress();
  for (const status of [401, 403, 404]) {
    sandbox.faults.next({ path: '/_ping' }, { kind: 'status', status, when: 'before' });
    await client.checkAddress();
  }
  sandbox.faults.next({ path: '/_ping' }, { kind: 'redirect', to: 'https://elsewhere.example/' });
  await assert.rejects(client.checkAddress(), { code: 'redirected' });
  assert.ok(sandbox.requests.all().every(({ credentials }) => credentials === 'none'));
  await sandbox.close();
  await assert.rejects(client.checkAddress(), { code: 'unreachable' });
});

test('more collections than fit one page are all read', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  for (let index = 0; index < 120; index++) {
    sandbox.state.collections.set(`extra-${index}`, new Map(), 'me', '2030-01-01T00:00:00Z');
  }
  assert.equal((await client.resources.collections.list()).length, sandbox.state.collections.all().length);
});

for (const auth of ['basic', 'login', 'bearer'] as const) {
  test(`a wrong access key is found by the check, with ${auth}`, async (t) => {
    const { client, keys, sandbox } = await sandboxClient(t, { auth });
    keys.set(sandbox.url, { ...sandbox.accessKey, secret: 'not-the-right-one' });
    await assert.rejects(client.checkAccess(), { code: 'unauthorized' });
  });
}

test('the check accepts a role without the permission, but not an address with nothing behind it', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  sandbox.faults.next({ path: '/policies/' }, { kind: 'status', status: 403, when: 'before' });
  await client.checkAccess();
  const elsewhere = await sandboxClient(t, { apiVersion: '99' }, { port: 0 });
  elsewhere.sandbox.faults.next(
    { count: 10, path: '/api/' },
    { kind: 'status', status: 404, when: 'before' },
  );
  await assert.rejects(elsewhere.client.checkAccess(), { code: 'not-found' });
});
