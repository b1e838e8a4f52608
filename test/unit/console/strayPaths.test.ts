import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../src/core/policy/families.ts';
import { clientOf } from './clientOf.ts';
import { answer, serve } from './localServer.ts';

const kind = policyKind('vulnerability/images');

test('no request leaves the address of its console, whatever the paths of a connection say', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, '{}'));
  for (const path of [
    '/../../x',
    '/x/..',
    '/%2e%2e/x',
    '/.%2E/x',
    '/..;a/x',
    '\\..\\x',
    '/x#y',
    '/x y',
    '/\u0000',
  ]) {
    const { client } = clientOf(t, server.url, { paths: { [kind.name]: path } });
    await assert.rejects(client.policies.readPolicy(kind), { code: 'rejected', mayHaveArrived: false }, path);
  }
  const login = clientOf(t, server.url, { auth: 'login', paths: { login: '/../login' } });
  await assert.rejects(login.client.policies.readPolicy(kind), { code: 'rejected' });
  assert.equal(server.arrived.length, 0);
});

test('a collection called .. is not a way up', async (t) => {
  const names = ['.', '..', '../a b%2e'];
  const server = await serve(t, (_request, response) =>
    answer(
      response,
      200,
      names.map((name) => ({ name })),
    ),
  );
  const { collections } = clientOf(t, server.url).client.resources;
  const [one, two, three] = await collections.list();
  assert.ok(one && two && three);
  const deleted = (): unknown[] =>
    server.arrived.flatMap(({ method, url }) => (method === 'DELETE' ? [url] : []));
  for (const collection of [one, two]) {
    await assert.rejects(collections.remove(collection), { code: 'rejected' });
  }
  assert.deepEqual(deleted(), []);
  await collections.remove(three);
  assert.deepEqual(deleted(), ['/api/v1/collections/..%2Fa%20b%252e']);
});
