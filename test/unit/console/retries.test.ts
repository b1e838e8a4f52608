import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { HttpError } from '../../../src/core/console/httpError.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { CanceledError } from '../../../src/core/util/errors.ts';
import { clientOf, replaceLive } from './clientOf.ts';
import { answer, serve, serveWrites } from './localServer.ts';

const kind = policyKind('waas/container');

for (const status of [425, 429, 500, 502, 503, 504]) {
  test(`a read answered ${status} is asked again, with longer and longer waits, and not for ever`, async (t) => {
    const server = await serve(t, (_request, response) => answer(response, status, ''));
    const { client, clock } = clientOf(t, server.url);
    await assert.rejects(client.policies.readPolicy(kind), HttpError);
    assert.deepEqual(clock.sleeps, [1000, 2000, 4000]);
    assert.equal(server.arrived.length, 4);
  });
}

for (const status of [400, 403, 404, 501]) {
  test(`a read answered ${status} is not asked again`, async (t) => {
    const server = await serve(t, (_request, response) => answer(response, status, ''));
    const { client, clock } = clientOf(t, server.url);
    await assert.rejects(client.policies.readPolicy(kind), HttpError);
    assert.deepEqual(clock.sleeps, []);
    assert.equal(server.arrived.length, 1);
  });
}

test('a read is asked again after a cut connection, and what comes then counts', async (t) => {
  let count = 0;
  const server = await serve(t, (_request, response) => {
    if (++count < 3) {
      response.socket?.resetAndDestroy();
    } else {
      answer(response, 200, '{"rules":[]}');
    }
  });
  assert.equal((await clientOf(t, server.url).client.policies.readPolicy(kind)).text, '{"rules":[]}');
  assert.equal(count, 3);
});

test('a PUT on a cut connection is not sent again and may have arrived', async (t) => {
  const server = await serveWrites(t, (_request, response) => response.socket?.resetAndDestroy());
  const { client } = clientOf(t, server.url);
  await assert.rejects(
    replaceLive(client, kind, '{}'),
    (error) => error instanceof HttpError && error.code === 'unreachable' && error.mayHaveArrived,
  );
  assert.equal(server.arrived.length, 1);
});

test('Retry-After is honored, in seconds and as a date by the clock of the server', async (t) => {
  const serverTime = Date.UTC(2001, 0, 1);
  const headers: Record<string, string>[] = [
    { 'retry-after': '7' },
    { 'retry-after': new Date(serverTime + 11_000).toUTCString(), date: new Date(serverTime).toUTCString() },
  ];
  const server = await serve(t, (_request, response) => {
    const next = headers.shift();
    answer(response, next ? 429 : 200, '{}', next ?? {});
  });
  const { client, clock } = clientOf(t, server.url);
  await client.policies.readPolicy(kind);
  assert.deepEqual(clock.sleeps, [7000, 11_000]);
});

test('a wait longer than a minute is reported instead', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 429, '', { 'retry-after': '600' }));
  const { client, clock } = clientOf(t, server.url);
  await assert.rejects(
    client.policies.readPolicy(kind),
    (error) => error instanceof HttpError && /600 seconds/.test(error.advice ?? ''),
  );
  assert.deepEqual(clock.sleeps, []);
});

test('canceling ends the wait', async (t) => {
  const controller = new AbortController();
  const server = await serve(t, (_request, response) => {
    answer(response, 503, '');
    response.once('close', () => controller.abort());
    controller.abort();
  });
  const { client } = clientOf(t, server.url);
  await assert.rejects(client.policies.readPolicy(kind, controller.signal), CanceledError);
  assert.equal(server.arrived.length, 1);
});

test('a port where nothing listens is reported at once, in plain words', async (t) => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await promisify(free.close.bind(free))();
  const { client, clock } = clientOf(t, `http://127.0.0.1:${port}`);
  await assert.rejects(
    client.policies.readPolicy(kind),
    (error) =>
      error instanceof HttpError && /refuses the connection/.test(error.message) && !error.mayHaveArrived,
  );
  assert.deepEqual(clock.sleeps, []);
});

test('a name that does not exist is reported as such', async (t) => {
  const { client } = clientOf(t, 'http://no-such-console.invalid');
  await assert.rejects(
    client.policies.readPolicy(kind),
    (error) => error instanceof HttpError && error.code === 'unreachable' && /DNS/.test(error.message),
  );
});
