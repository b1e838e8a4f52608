import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { editRules } from '../../sandbox/editRules.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { pathOf, startSandbox } from './sandboxClient.ts';
import type { SandboxClient } from './sandboxClient.ts';

const name = 'vulnerability/host';
const path = pathOf(name);
const wipe = { rules: [] };

async function ruleCount({ read }: SandboxClient): Promise<number> {
  return (await read(name)).rules.length;
}

/** Puts an empty policy with one fault in the way; the answer, or 'cut' when there was none. */
async function putThrough(client: SandboxClient, fault: Fault): Promise<number | 'cut'> {
  client.sandbox.faults.next({ method: 'PUT', path }, fault);
  try {
    return (await client.put(name, wipe)).status;
  } catch {
    return 'cut';
  }
}

const writes: readonly (readonly [Fault, number | 'cut', 'applied' | 'kept'])[] = [
  [{ kind: 'status', status: 503, when: 'before' }, 503, 'kept'],
  [{ kind: 'status', status: 500, when: 'after' }, 500, 'applied'],
  [{ kind: 'status', status: 202, when: 'after', body: '{}' }, 202, 'applied'],
  [{ kind: 'throttled', retryAfter: '3' }, 429, 'kept'],
  [{ kind: 'reset', when: 'before' }, 'cut', 'kept'],
  [{ kind: 'reset', when: 'after' }, 'cut', 'applied'],
  [{ kind: 'reset', when: 'before', uploadBytes: 4 }, 'cut', 'kept'],
  [{ kind: 'html', when: 'before' }, 200, 'kept'],
  [{ kind: 'html', when: 'after' }, 200, 'applied'],
  [{ kind: 'not-applied' }, 200, 'kept'],
  [{ kind: 'body-on-204' }, 204, 'applied'],
  [{ kind: 'redirect', to: 'http://127.0.0.1:9/x' }, 307, 'kept'],
  [{ kind: 'echo-credentials' }, 400, 'kept'],
  [{ kind: 'delay', milliseconds: 5 }, 200, 'applied'],
];

for (const [fault, status, state] of writes) {
  test(`${JSON.stringify(fault)} on a PUT: ${status}, ${state}, and only once`, async (t) => {
    const client = await startSandbox(t);
    const before = await ruleCount(client);
    assert.equal(await putThrough(client, fault), status);
    assert.equal(client.sandbox.faults.pending, 0);
    assert.equal(await ruleCount(client), state === 'applied' ? 0 : before);
    assert.equal((await client.put(name, wipe)).status, 200);
    assert.equal(await ruleCount(client), 0);
  });
}

for (const [answer, status] of [
  [undefined, 504],
  [202, 202],
  ['reset', 'cut'],
] as const) {
  test(`a late write, ${status} to a PUT, is applied when it arrives and not before`, async (t) => {
    const client = await startSandbox(t);
    const before = await ruleCount(client);
    const given = answer === undefined ? {} : { answer };
    assert.equal(await putThrough(client, { kind: 'late', ...given }), status);
    assert.equal(client.sandbox.faults.late, 1);
    assert.equal(await ruleCount(client), before);
    client.sandbox.faults.arrive();
    assert.deepEqual([await ruleCount(client), client.sandbox.faults.late], [0, 0]);
    client.sandbox.faults.arrive();
  });
}

test('a write that is held is applied when it may go on, and not before', async (t) => {
  const client = await startSandbox(t);
  const before = await ruleCount(client);
  const held = Promise.withResolvers<void>();
  const put = putThrough(client, { kind: 'held', until: held.promise });
  assert.equal(await ruleCount(client), before);
  held.resolve();
  assert.equal(await put, 200);
  assert.equal(await ruleCount(client), 0);
});

test('a late write arrives at the reading that was named, or after a time, or is lost', async (t) => {
  const client = await startSandbox(t);
  const before = await ruleCount(client);
  await putThrough(client, { kind: 'late', atRead: 2 });
  client.sandbox.faults.lose();
  assert.equal(client.sandbox.faults.late, 0);
  await putThrough(client, { kind: 'late', atRead: 2 });
  await client.read('vulnerability/images');
  assert.deepEqual([await ruleCount(client), await ruleCount(client)], [before, 0]);
  await client.put(name, { rules: [{ name: 'a', collections: [{ name: 'All' }] }] });
  await putThrough(client, { kind: 'late', milliseconds: 5 });
  while ((await ruleCount(client)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('a copy that lags behind answers so many reads with what was there before', async (t) => {
  const client = await startSandbox(t);
  const before = await ruleCount(client);
  assert.equal(await putThrough(client, { kind: 'stale', reads: 2 }), 200);
  await client.read('vulnerability/images');
  const counts = [await ruleCount(client), await ruleCount(client), await ruleCount(client)];
  assert.deepEqual(counts, [before, before, 0]);
});

test('a partly applied write answers 200 and stores only the first rules', async (t) => {
  const client = await startSandbox(t);
  const policy = await client.read('vulnerability/images');
  client.sandbox.faults.next({ method: 'PUT' }, { kind: 'partly-applied', rules: 10 });
  assert.equal((await client.put('vulnerability/images', policy)).status, 200);
  assert.deepEqual((await client.read('vulnerability/images')).rules, policy.rules.slice(0, 10));
});

test('answers that hang end when the client gives up', async (t) => {
  const client = await startSandbox(t);
  for (const partial of [false, true]) {
    client.sandbox.faults.next({}, { kind: 'hang', when: 'before', partial });
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const answer = fetch(`${client.sandbox.url}/api/v1${path}`, { headers: client.basic, signal });
    const ended = assert.rejects(
      answer.then((reply) => reply.text()),
      { name: 'AbortError' },
    );
    // Whoever gives up before the request has arrived meets no fault.
    while (client.sandbox.requests.all().at(-1)?.status !== 'hang') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    giveUp.abort();
    await ended;
    client.sandbox.requests.clear();
  }
});

/** The raw bytes of the answer to a GET on a connection of its own. */
async function rawGet(client: SandboxClient): Promise<Buffer> {
  const { port, hostname } = new URL(client.sandbox.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${client.basic.authorization}\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

function bodyOf(raw: Buffer): Buffer {
  return raw.subarray(raw.indexOf('\r\n\r\n') + 4);
}

test('broken bodies: truncated JSON, announced length, gzip that is none, bytes as scripted', async (t) => {
  const client = await startSandbox(t);
  const { faults } = client.sandbox;
  const whole = bodyOf(await rawGet(client)).length;

  faults.next({ method: 'GET' }, { kind: 'truncated' });
  const truncated = await client.send('GET', `/api/v1${path}`, client.basic);
  assert.equal(truncated.headers.get('content-length'), String(Math.floor(whole / 2)));
  assert.throws(() => JSON.parse(truncated.text) as unknown);

  faults.next({ method: 'GET' }, { kind: 'wrong-length' });
  const raw = await rawGet(client);
  assert.match(raw.toString().toLowerCase(), new RegExp(`content-length: ${whole + 100}\\r\\n`));
  assert.equal(bodyOf(raw).length, whole);

  faults.next({ method: 'GET' }, { kind: 'bad-gzip' });
  await assert.rejects(client.send('GET', `/api/v1${path}`, client.basic));

  faults.next({ method: 'GET' }, { kind: 'bytes', body: '\u{feff}{"rules":[{"name":"a","name":"b"}]}' });
  assert.match((await rawGet(client)).toString(), /\u{feff}\{"rules"/u);
});

test('a gzip bomb is small on the wire and as large as scripted when unpacked', async (t) => {
  const client = await startSandbox(t);
  client.sandbox.faults.next({}, { kind: 'gzip-bomb', bytes: 32 * 1024 * 1024 });
  const packed = bodyOf(await rawGet(client));
  assert.ok(packed.length < 64 * 1024, `${packed.length}`);
  assert.equal(gunzipSync(packed).length, 32 * 1024 * 1024);
});

test('an endless answer goes on for as long as somebody reads', async (t) => {
  const client = await startSandbox(t);
  client.sandbox.faults.next({}, { kind: 'endless', bytes: 8 * 1024 * 1024 });
  assert.ok((await rawGet(client)).length > 8 * 1024 * 1024);
});

test('tokens expire between two requests; credentials are echoed only by their own fault', async (t) => {
  const client = await startSandbox(t);
  const token = await client.login();
  client.sandbox.faults.next({ method: 'GET' }, { kind: 'expire-tokens' });
  assert.equal((await client.send('GET', `/api/v1${path}`, token)).status, 401);
  client.sandbox.faults.next({}, { kind: 'echo-credentials' });
  const echo = await client.send('GET', `/api/v1${path}`, client.basic);
  assert.ok(echo.text.includes(String(client.basic.authorization)));
});

test('a colleague acts just before or just after a request', async (t) => {
  const client = await startSandbox(t);
  const { faults } = client.sandbox;
  faults.next(
    { method: 'GET', path },
    {
      kind: 'colleague',
      before: (state) => editRules(state, name, (rules) => rules.slice(1)),
      after: (state) => editRules(state, name, (rules) => rules.slice(1)),
    },
  );
  const before = 28;
  assert.equal(await ruleCount(client), before - 1);
  assert.equal(await ruleCount(client), before - 2);
});

test('faults match by method, path, pattern, count and skip, in their order', async (t) => {
  const client = await startSandbox(t);
  const { faults } = client.sandbox;
  const fail: Fault = { kind: 'status', status: 500, when: 'before' };
  const get = async (policy: string): Promise<number> =>
    (await client.send('GET', `/api/v1${pathOf(policy)}`, client.basic)).status;
  faults.next({ method: 'PUT' }, fail);
  faults.next({ path: /runtime\/\w+$/, count: 2, skip: 1 }, fail);
  assert.deepEqual(
    [await get('runtime/host'), await get(name), await get('runtime/host'), await get('runtime/container')],
    [200, 200, 500, 500],
  );
  assert.equal(await get('runtime/host'), 200);
  assert.equal(faults.pending, 1);
  faults.clear();
  assert.equal((await client.put(name, wipe)).status, 200);
});
