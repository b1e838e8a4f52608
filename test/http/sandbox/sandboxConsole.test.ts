import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { freePort } from '../../../scripts/lib/freePort.ts';
import { SandboxConsole } from '../../../src/sandbox/sandboxConsole.ts';
import { pathOf, startSandbox } from './sandboxClient.ts';

const path = pathOf('vulnerability/serverless');

test('the request log says what arrived and holds no secret', async (t) => {
  const { send, basic, login, put, sandbox } = await startSandbox(t);
  const token = await login();
  await send('GET', `/api/v1${path}?project=blue`, token);
  await send('GET', `/api/v1${path}`, { ...basic, authorization: 'Basic eDp5' });
  await put('vulnerability/serverless', '{}');
  const log = sandbox.requests.all();
  assert.deepEqual(
    log.map((entry) => [
      entry.method,
      entry.path,
      entry.query,
      entry.credentials,
      entry.status,
      entry.bodyBytes,
    ]),
    [
      ['POST', '/login', '', 'none', 200, log[0]?.bodyBytes],
      ['GET', `/api/v1${path}`, 'project=blue', 'login', 200, 0],
      ['GET', `/api/v1${path}`, '', 'basic', 401, 0],
      ['PUT', `/api/v1${path}`, '', 'basic', 200, 2],
    ],
  );
  assert.equal(log[3]?.bodyHash, createHash('sha256').update('{}').digest('hex'));
  assert.equal(log[0]?.bodyHash, '');
  const text = JSON.stringify(log);
  for (const secret of [
    sandbox.accessKey.secret,
    sandbox.accessKey.id,
    token['x-service-auth'] ?? '',
    'eDp5',
  ]) {
    assert.ok(!text.includes(secret));
  }
  assert.equal(sandbox.requests.of('PUT', 'serverless').length, 1);
  sandbox.requests.clear();
  assert.equal(sandbox.requests.all().length, 0);
});

test('it listens on loopback only, two run side by side, and a closed one frees its port', async () => {
  // Not of those that the system gives to whoever asks: nobody takes it while it is free.
  const port = await freePort();
  const first = await SandboxConsole.start({ port });
  const second = await SandboxConsole.start();
  assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.notEqual(first.url, second.url);
  assert.notDeepEqual(first.accessKey, second.accessKey);
  await second.close();
  await assert.rejects(SandboxConsole.start({ port }));
  await first.close();
  const again = await SandboxConsole.start({ port });
  await again.close();
});
