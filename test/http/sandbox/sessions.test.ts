import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOf, startSandbox } from './sandboxClient.ts';

const policy = `/api/v1${pathOf('vulnerability/serverless')}`;
const tokenOf = (text: string): string => (JSON.parse(text) as { token: string }).token;

test('login answers with a three-part token of ten minutes; wrong keys are refused', async (t) => {
  const { send, sandbox } = await startSandbox(t);
  const { id, secret } = sandbox.accessKey;
  const reply = await send('POST', '/login', {}, JSON.stringify({ username: id, password: secret }));
  assert.equal(reply.status, 200);
  const parts = tokenOf(reply.text).split('.');
  assert.equal(parts.length, 3);
  const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as Record<string, number>;
  assert.equal((claims.exp ?? 0) - (claims.iat ?? 0), 600);
  const wrong = await send('POST', '/login', {}, JSON.stringify({ username: id, password: 'no' }));
  assert.equal(wrong.status, 401);
  assert.match(wrong.headers.get('x-service-status') ?? '', /invalid_credentials/);
  assert.equal((await send('POST', '/login', {}, '{}')).status, 400);
  assert.equal((await send('POST', '/login', {}, 'not json')).status, 400);
});

test('policies take basic credentials, a login token and a bearer token', async (t) => {
  const { send, basic, login, sandbox } = await startSandbox(t);
  const token = await login();
  const { id, secret } = sandbox.accessKey;
  const body = JSON.stringify({ username: id, password: secret });
  const { text } = await send('POST', '/api/v34.04/authenticate', {}, body);
  const bearer = { authorization: `Bearer ${tokenOf(text)}` };
  assert.equal((await send('GET', policy, bearer)).status, 200);
  assert.equal((await send('GET', '/api/v1/collections', bearer)).status, 200);
  assert.equal((await send('GET', policy, basic)).status, 200);
  assert.equal((await send('GET', policy, token)).status, 200);
  const refused = [
    {},
    { authorization: `Basic ${Buffer.from(`${id}:nope`).toString('base64')}` },
    { authorization: `Bearer ${token['x-service-auth']}` },
    { 'x-service-auth': `${token['x-service-auth']}x` },
    { 'x-service-auth': 'a.b.c' },
    { 'x-service-auth': '' },
  ];
  for (const headers of refused) {
    assert.equal(
      (await send('GET', policy, headers as Record<string, string>)).status,
      401,
      JSON.stringify(headers),
    );
  }
});

test('other requests want a token; _ping wants nothing', async (t) => {
  const { send, basic, login } = await startSandbox(t);
  const token = await login();
  const paths = [
    'version',
    'collections',
    'current/collections',
    'tags',
    'custom-rules',
    'custom-compliance',
    'static/vulnerabilities',
  ];
  for (const path of paths) {
    assert.equal((await send('GET', `/api/v1/${path}`, basic)).status, 401, path);
    assert.equal((await send('GET', `/api/v1/${path}`, token)).status, 200, path);
  }
  assert.equal((await send('GET', '/api/v1/_ping')).status, 200);
});

test('a token ends after its lifetime; extending before that gives a fresh one, after that it is refused', async (t) => {
  let time = Date.parse('2027-01-01T00:00:00Z');
  const { send, login } = await startSandbox(t, { now: () => time });
  const first = await login();
  time += 599_000;
  const extended = await send('GET', '/auth_token/extend', first);
  assert.equal(extended.status, 200);
  const second = { 'x-service-auth': tokenOf(extended.text) };
  time += 2000;
  assert.equal((await send('GET', policy, first)).status, 401);
  assert.equal((await send('GET', policy, second)).status, 200);
  const late = await send('GET', '/auth_token/extend', first);
  assert.equal(late.status, 401);
  assert.match(late.headers.get('x-service-status') ?? '', /token_expired/);
  assert.equal((await send('GET', '/auth_token/extend')).status, 401);
});

test('all tokens can be expired at once, basic credentials go on', async (t) => {
  const { send, basic, login, sandbox } = await startSandbox(t);
  const token = await login();
  sandbox.expireTokens();
  assert.equal((await send('GET', policy, token)).status, 401);
  assert.equal((await send('GET', policy, basic)).status, 200);
  assert.equal((await send('GET', policy, await login())).status, 200);
});
