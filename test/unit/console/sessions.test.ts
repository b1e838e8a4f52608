import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '../../../src/core/console/httpError.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { clientOf, testKey, replaceLive } from './clientOf.ts';
import { answer, serve, type Arrived, type Handler } from './localServer.ts';

const kind = policyKind('runtime/host');

/** A console with a login service whose tokens are numbered; `refuse` says which are refused. */
function tokens(refuse: (token: string) => boolean = () => false): Handler {
  let issued = 0;
  return (request, response) => {
    if (request.url === '/login' || request.url === '/api/v1/authenticate') {
      answer(response, 200, { token: `token-${++issued}` });
    } else if (request.url === '/auth_token/extend') {
      answer(response, 401, '');
    } else {
      const token = String(request.headers['x-service-auth'] ?? request.headers.authorization);
      answer(response, refuse(token) ? 401 : 200, '[]');
    }
  };
}

const said = (arrived: readonly Arrived[]): string[] =>
  arrived.map(
    ({ method, url, headers }) =>
      `${method} ${url.replace(/\?.*/, '')} ${String(headers['x-service-auth'] ?? headers.authorization ?? '-')}`,
  );

test('with the login scheme the JWT goes in its header; one login serves many requests', async (t) => {
  const server = await serve(t, tokens());
  const { client } = clientOf(t, server.url, { auth: 'login' });
  await Promise.all([
    client.policies.readPolicy(kind),
    client.policies.readPolicy(kind),
    client.resources.collections.list(),
  ]);
  assert.equal(server.arrived.filter(({ url }) => url === '/login').length, 1);
  assert.deepEqual(JSON.parse(String(server.arrived[0]?.body)), {
    username: testKey.id,
    password: testKey.secret,
  });
  assert.ok(server.arrived.slice(1).every(({ headers }) => headers['x-service-auth'] === 'token-1'));
  assert.ok(server.arrived.every(({ headers }) => headers.authorization === undefined));
});

test('the header of the JWT and the paths of the login service can be set', async (t) => {
  const server = await serve(t, (request, response) =>
    answer(response, 200, request.url === '/auth/signin' ? { token: 'tok' } : '[]'),
  );
  const { client } = clientOf(t, server.url, {
    auth: 'login',
    loginUrl: `${server.url}/auth`,
    authHeader: 'x-custom',
    paths: { login: '/signin' },
  });
  await client.policies.readPolicy(kind);
  assert.equal(server.arrived[1]?.headers['x-custom'], 'tok');
});

test('with basic, policies carry the access key and other requests the JWT', async (t) => {
  const server = await serve(t, tokens());
  const { client } = clientOf(t, server.url);
  await client.policies.readPolicy(kind);
  await client.resources.collections.list();
  assert.match(said(server.arrived)[0] ?? '', /^GET \/api\/v1\/policies\/runtime\/host Basic /);
  assert.deepEqual(said(server.arrived).slice(1), ['POST /login -', 'GET /api/v1/collections token-1']);
});

test('a console without a login service gets the access key for everything', async (t) => {
  const server = await serve(t, (request, response) =>
    answer(response, request.url === '/login' ? 404 : 200, '[]'),
  );
  const { client } = clientOf(t, server.url);
  await client.resources.collections.list();
  await client.resources.collections.list();
  assert.deepEqual(
    server.arrived.map(({ url, headers }) => [url.replace(/\?.*/, ''), headers.authorization?.slice(0, 5)]),
    [
      ['/login', undefined],
      ['/api/v1/collections', 'Basic'],
      ['/api/v1/collections', 'Basic'],
    ],
  );
});

test('the bearer scheme logs in to the console itself', async (t) => {
  const server = await serve(t, tokens());
  const { client } = clientOf(t, server.url, { auth: 'bearer' });
  await client.policies.readPolicy(kind);
  await client.resources.collections.list();
  assert.deepEqual(said(server.arrived), [
    'POST /api/v1/authenticate -',
    'GET /api/v1/policies/runtime/host Bearer token-1',
    'GET /api/v1/collections Bearer token-1',
  ]);
});

test('an expired session is renewed and the read sent once more', async (t) => {
  const server = await serve(
    t,
    tokens((token) => token === 'token-1'),
  );
  await clientOf(t, server.url, { auth: 'login' }).client.policies.readPolicy(kind);
  assert.deepEqual(
    said(server.arrived).map((line) => line.replace(/^GET \S+/, '*')),
    ['POST /login -', '* token-1', 'POST /login -', '* token-2'],
  );
});

test('a read that is refused with a new session too is reported, not repeated', async (t) => {
  const server = await serve(
    t,
    tokens(() => true),
  );
  const { client } = clientOf(t, server.url, { auth: 'login' });
  await assert.rejects(client.policies.readPolicy(kind), { code: 'unauthorized' });
  assert.equal(server.arrived.length, 4);
});

test('a write whose session is refused is sent once; the next read has a new session', async (t) => {
  let isWrite = false;
  const service = tokens(() => isWrite);
  const server = await serve(t, (request, response) => {
    isWrite = request.method === 'PUT';
    service(request, response);
  });
  const { client } = clientOf(t, server.url, { auth: 'login' });
  await assert.rejects(replaceLive(client, kind, '{}'), { code: 'unauthorized' });
  await client.policies.readPolicy(kind);
  assert.deepEqual(
    said(server.arrived).map((line) => line.replace(/^(GET|PUT) \S+/, '$1')),
    ['POST /login -', 'GET token-1', 'PUT token-1', 'POST /login -', 'GET token-2'],
  );
});

test('with basic credentials a 401 is final', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 401, ''));
  await assert.rejects(clientOf(t, server.url).client.policies.readPolicy(kind), { code: 'unauthorized' });
  assert.equal(server.arrived.length, 1);
});

test('a login that is refused says why, without the secret', async (t) => {
  const server = await serve(t, (request, response) =>
    answer(response, 401, request.body.toString(), {
      'x-service-status': JSON.stringify([{ i18nKey: 'invalid_credentials', severity: 'error' }]),
    }),
  );
  const { client, logger } = clientOf(t, server.url, { auth: 'login' });
  await assert.rejects(client.policies.readPolicy(kind), (error) => {
    assert.ok(error instanceof HttpError && error.code === 'unauthorized');
    assert.match(error.message, /invalid credentials/);
    assert.ok(![error.detail, error.stack, ...logger.lines].join().includes(testKey.secret));
    return true;
  });
});

for (const body of ['<html>sign in</html>', '{}', '{"message":"choose a tenant"}']) {
  test(`a login without a token is an error: ${body}`, async (t) => {
    const server = await serve(t, (_request, response) => answer(response, 200, body));
    await assert.rejects(clientOf(t, server.url, { auth: 'login' }).client.policies.readPolicy(kind), {
      code: 'not-json',
    });
    assert.equal(server.arrived.length, 1);
  });
}

test('a POST to the login service is not repeated', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 503, ''));
  await assert.rejects(clientOf(t, server.url, { auth: 'login' }).client.policies.readPolicy(kind), {
    code: 'server-error',
  });
  assert.equal(server.arrived.length, 1);
});

test('signing out ends the session at once, although its token is still valid', async (t) => {
  const server = await serve(t, tokens());
  const { client, keys } = clientOf(t, server.url, { auth: 'login' });
  await client.policies.readPolicy(kind);
  keys.clear();
  await assert.rejects(client.policies.readPolicy(kind), { code: 'no-credentials' });
  assert.equal(server.arrived.length, 2);
});

test('a token goes to no console the user is not signed in to, and a key to no other login service', async (t) => {
  const real = await serve(t, tokens());
  const other = await serve(t, tokens());
  const moved = clientOf(t, other.url, { auth: 'login', loginUrl: real.url });
  moved.keys.delete(other.url);
  await assert.rejects(moved.client.policies.readPolicy(kind), { code: 'no-credentials' });
  const redirected = clientOf(t, real.url, { auth: 'login', loginUrl: other.url });
  redirected.keys.delete(other.url);
  await assert.rejects(redirected.client.policies.readPolicy(kind), { code: 'no-credentials' });
  assert.equal(real.arrived.length + other.arrived.length, 0);
});

test('a login service that refuses once is asked again, where the access key alone is not accepted', async (t) => {
  let logins = 0;
  const server = await serve(t, (request, response) => {
    if (request.url === '/login') {
      answer(response, ++logins === 1 ? 401 : 200, { token: 'token-1' });
    } else {
      answer(response, request.headers['x-service-auth'] === 'token-1' ? 200 : 401, '[]');
    }
  });
  const { client } = clientOf(t, server.url);
  await assert.rejects(client.resources.collections.list(), { code: 'unauthorized' });
  assert.deepEqual(await client.resources.collections.list(), []);
  assert.deepEqual(await client.resources.collections.list(), []);
  assert.equal(logins, 2);
});

test('a scheme without a row sends nothing: neither a request nor the access key', async (t) => {
  const server = await serve(t, tokens());
  const { client } = clientOf(t, server.url, { auth: 'api-key' as 'basic' });
  await assert.rejects(client.policies.readPolicy(kind));
  await assert.rejects(client.resources.collections.list());
  assert.deepEqual(server.arrived, []);
});
