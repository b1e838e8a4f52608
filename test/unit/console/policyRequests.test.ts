import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HttpError, type HttpErrorCode } from '../../../src/core/console/httpError.ts';
import { policyKind, policyKinds } from '../../../src/core/policy/families.ts';
import { CanceledError } from '../../../src/core/util/errors.ts';
import { clientOf, testKey, replaceLive } from './clientOf.ts';
import { answer, serve, serveWrites } from './localServer.ts';
import { withinLimits } from './withinLimits.ts';

const kind = policyKind('compliance/container');
const basic = `Basic ${Buffer.from(`${testKey.id}:${testKey.secret}`).toString('base64')}`;

async function failure(work: Promise<unknown>): Promise<HttpError> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof HttpError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'expected to fail' });
}

async function fails(work: Promise<unknown>, code: HttpErrorCode): Promise<HttpError> {
  const error = await failure(work);
  assert.equal(error.code, code, error.message);
  return error;
}

test('a policy is read exactly as it was sent, with basic credentials', async (t) => {
  const text = '\uFEFF{"rules": [ ],  "n": 1.50, "s": "\\u00e9é\u{1F600}"}\n';
  const server = await serve(t, (_request, response) => answer(response, 200, text));
  const { client, asked } = clientOf(t, server.url);
  assert.equal((await client.policies.readPolicy(kind)).text, text);
  assert.equal(server.arrived[0]?.url, '/api/v1/policies/compliance/container');
  assert.equal(server.arrived[0].headers.authorization, basic);
  assert.deepEqual(asked, [server.url]);
});

test('a policy is sent as exactly these bytes, once; the answer may be empty or JSON', async (t) => {
  const answers = ['', '{}', 'null', '"ok"'];
  const server = await serveWrites(t, (_request, response) => answer(response, 200, answers.shift()));
  const { client } = clientOf(t, server.url);
  const body = '{"a":1.0,\n "b":"é\u{1F600}"}';
  for (const _ of ['', '{}', 'null', '"ok"']) {
    await replaceLive(client, kind, body);
  }
  assert.deepEqual(
    server.arrived.map((request) => [request.method, request.body.toString('utf8')]),
    Array.from({ length: 4 }, () => ['PUT', body]),
  );
  assert.equal(server.arrived[0]?.headers['content-type'], 'application/json');
});

test('a long policy is sent as exactly its bytes', async (t) => {
  const server = await serveWrites(t, (_request, response) => answer(response, 200, ''));
  const { client } = clientOf(t, server.url);
  const parts = Array.from(
    { length: 300 },
    (_, at) => `${at} é\u{1F600} ${'x'.repeat(at % 7 === 0 ? 30_000 : 0)}`,
  );
  await replaceLive(client, kind, parts.join(''));
  const [arrived] = server.arrived;
  assert.equal(arrived?.body.toString('utf8'), parts.join(''));
  assert.equal(arrived.headers['content-length'], String(Buffer.byteLength(parts.join(''))));
  assert.equal(arrived.headers['transfer-encoding'], undefined);
  await assert.rejects(replaceLive(client, kind, '{\uD800}'), TypeError);
  assert.equal(server.arrived.length, 1);
});

test('an empty body, or one that is no text, never leaves', async (t) => {
  const server = await serveWrites(t, (_request, response) => answer(response, 200, ''));
  const { client } = clientOf(t, server.url);
  await assert.rejects(replaceLive(client, kind, ''), TypeError);
  await assert.rejects(replaceLive(client, kind, '{"a":"\uD800"}'), TypeError);
  assert.equal(server.arrived.length, 0);
});

test('project, API version, base path and path overrides', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, '{}'));
  const { client } = clientOf(t, server.url, {
    url: `${server.url}/base`,
    apiVersion: '34.04',
    project: 'my project & more',
    paths: { 'compliance/container': '/elsewhere' },
  });
  await client.policies.readPolicy(kind);
  assert.equal(server.arrived[0]?.url, '/base/api/v34.04/elsewhere?project=my%20project%20%26%20more');
});

test('a compressed answer is read', async (t) => {
  const server = await serve(t, (_request, response) =>
    answer(response, 200, gzipSync('{"rules":[]}'), { 'content-encoding': 'gzip' }),
  );
  assert.equal((await clientOf(t, server.url).client.policies.readPolicy(kind)).text, '{"rules":[]}');
});

for (const [name, body, type] of [
  ['a sign-in page', '<!doctype html><title>Sign in</title>', 'text/html'],
  ['a page that claims to be JSON', '\n <html></html>', 'application/json'],
  ['nothing', '', 'application/json'],
  ['plain text', 'upstream ok', 'text/plain'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'application/json'],
] as const) {
  test(`200 with ${name} is not taken for a policy`, async (t) => {
    const server = await serve(t, (_request, response) =>
      answer(response, 200, body, { 'content-type': type }),
    );
    const error = await fails(clientOf(t, server.url).client.policies.readPolicy(kind), 'not-json');
    assert.equal(error.status, 200);
    assert.equal(server.arrived.length, 1);
  });
}

test('200 with a page after a PUT is no success, and may have been applied', async (t) => {
  const server = await serveWrites(t, (_request, response) =>
    answer(response, 200, '<html></html>', { 'content-type': 'text/html' }),
  );
  const error = await fails(replaceLive(clientOf(t, server.url).client, kind, '{}'), 'not-json');
  assert.equal(error.mayHaveArrived, true);
});

for (const [status, code, arrived] of [
  [400, 'rejected', false],
  [401, 'unauthorized', false],
  [403, 'forbidden', false],
  [404, 'not-found', false],
  [409, 'rejected', false],
  [413, 'rejected', false],
  [425, 'throttled', false],
  [429, 'throttled', false],
  [500, 'server-error', true],
  [502, 'server-error', true],
  [503, 'server-error', true],
  [504, 'server-error', true],
] as const) {
  test(`a PUT answered ${status} is ${code} and not sent again`, async (t) => {
    const server = await serveWrites(t, (_request, response) =>
      answer(response, status, { err: 'because of X' }),
    );
    const { client, clock } = clientOf(t, server.url);
    const error = await fails(replaceLive(client, kind, '{}'), code);
    assert.equal(server.arrived.length, 1);
    assert.deepEqual(clock.sleeps, []);
    assert.equal(error.status, status);
    assert.equal(error.mayHaveArrived, arrived);
    assert.match(error.message, /because of X/);
    assert.ok(error.advice);
  });
}

test('a 403 names the permission', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 403, ''));
  const error = await fails(clientOf(t, server.url).client.policies.readPolicy(kind), 'forbidden');
  assert.match(`${error.message} ${error.advice}`, /policyContainers/);
});

test('a redirect is not followed; the message says where it leads, without its query', async (t) => {
  const other = await serve(t, (_request, response) => answer(response, 200, '{}'));
  const server = await serve(t, (_request, response) =>
    answer(response, 302, '', { location: `${other.url}/login?token=abc` }),
  );
  const error = await fails(clientOf(t, server.url).client.policies.readPolicy(kind), 'redirected');
  assert.ok(error.message.includes(`${other.url}/login`));
  assert.ok(!error.message.includes('abc'));
  assert.equal(other.arrived.length, 0);
});

test('an answer beyond the limit is not read: announced, streamed, or unpacked', async (t) => {
  const server = await serve(t, (request, response) => {
    if (request.url.endsWith('/announced')) {
      answer(response, 200, '{', { 'content-length': '1000000' });
    } else if (request.url.endsWith('/streamed')) {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(50_000)), 1);
      response.once('close', () => clearInterval(timer));
    } else {
      answer(response, 200, gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' });
    }
  });
  for (const path of ['/announced', '/streamed', '/unpacked']) {
    const { client } = clientOf(t, server.url, { maxAnswerBytes: 100_000, paths: { [kind.name]: path } });
    await fails(client.policies.readPolicy(kind), 'too-large');
  }
});

test('a damaged or unknown encoding is an error of its own', async (t) => {
  const encodings = ['gzip', 'fancy'];
  const server = await serve(t, (_request, response) =>
    answer(response, 200, 'not packed', { 'content-encoding': encodings.shift() ?? '' }),
  );
  const { client } = clientOf(t, server.url);
  await fails(client.policies.readPolicy(kind), 'not-json');
  await fails(client.policies.readPolicy(kind), 'not-json');
});

test('the time limit covers an answer that never starts and one that never ends', async (t) => {
  await withinLimits(async (timeoutMs) => {
    let partial = false;
    const server = await serve(t, (request, response) => {
      if (partial) {
        response.write('{');
      } else if (request.method === 'GET') {
        answer(response, 200, '{}');
      }
    });
    const { client } = clientOf(t, server.url, { timeoutMs });
    const silent = await fails(replaceLive(client, kind, '{}'), 'timeout');
    assert.equal(silent.mayHaveArrived, true);
    partial = true;
    const endless = await fails(client.policies.readPolicy(kind), 'timeout');
    assert.match(endless.message, /finish/);
  });
});

test('canceling ends a request that runs, and one that waits for a connection never leaves', async (t) => {
  const controller = new AbortController();
  const server = await serve(t, () => controller.abort());
  const { client } = clientOf(t, server.url);
  await assert.rejects(client.policies.readPolicy(kind, controller.signal), CanceledError);
  await assert.rejects(client.policies.readPolicy(kind, controller.signal), CanceledError);
  assert.equal(server.arrived.length, 1);
  const early = new AbortController();
  const { client: connecting, keys } = clientOf(t, server.url);
  const key = keys.get(server.url);
  // The request leaves in the steps after the key, and the connection is there only in a later turn.
  keys.get = () => {
    process.nextTick(() => early.abort());
    return key;
  };
  await assert.rejects(connecting.policies.readPolicy(kind, early.signal), CanceledError);
  keys.get = () => key;
  await connecting.ping().catch(() => undefined);
  assert.deepEqual(
    server.arrived.map(({ url }) => url.endsWith('/_ping')),
    [false, true],
  );
});

test('a write leaves at once after its read, however many reads are on their way', async (t) => {
  const held: (() => void)[] = [];
  const server = await serve(t, ({ method, url }, response) => {
    if (method === 'PUT') {
      answer(response, 200, '');
      held.forEach((release) => release());
    } else if (url.endsWith(kind.path)) {
      answer(response, 200, '{}');
    } else {
      held.push(() => answer(response, 200, '{}'));
    }
  });
  const { client } = clientOf(t, server.url);
  const others = policyKinds
    .filter(({ path }) => path !== kind.path)
    .map((other) => client.policies.readPolicy(other));
  await replaceLive(client, kind, '{}');
  await Promise.all(others);
  assert.equal(server.arrived.length, policyKinds.length + 1);
});

test('a reading is replaced once, with the credentials that were accepted for it', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, '{}'));
  const { client, keys, asked } = clientOf(t, server.url);
  const { replace } = await client.policies.readPolicy(kind);
  keys.clear();
  await replace('{}');
  await assert.rejects(replace('{}'), TypeError);
  assert.deepEqual(
    server.arrived.map(({ method, headers }) => [method, headers.authorization]),
    [
      ['GET', basic],
      ['PUT', basic],
    ],
  );
  assert.equal(asked.length, 1);
});

test('disposing ends running requests as canceled, and later ones too', async (t) => {
  let dispose = (): void => undefined;
  const server = await serve(t, () => dispose());
  const { client } = clientOf(t, server.url);
  dispose = () => client.dispose();
  await assert.rejects(client.policies.readPolicy(kind), CanceledError);
  await assert.rejects(client.policies.readPolicy(kind), CanceledError);
});

test('nobody signed in: no request leaves', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, '{}'));
  const { client, keys } = clientOf(t, server.url);
  keys.clear();
  await assert.rejects(client.policies.readPolicy(kind), {
    code: 'no-credentials',
    message: `You are not signed in to ${server.url}.`,
  });
  assert.equal(server.arrived.length, 0);
});

test('log lines say what went and came, and nothing else', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, '{"rules":[]}'));
  const { client, logger } = clientOf(t, server.url);
  await replaceLive(client, kind, '{"rules":[]}');
  assert.deepEqual(logger.lines, [
    'debug -> test#1 GET /api/v1/policies/compliance/container 0',
    'info test#1 GET /api/v1/policies/compliance/container 200 0 ms',
    'debug -> test#2 PUT /api/v1/policies/compliance/container 12',
    'info test#2 PUT /api/v1/policies/compliance/container 200 0 ms',
  ]);
});

test('a secret that the server echoes is in no error and no log line', async (t) => {
  const server = await serve(t, (request, response) => {
    const padding = 'x'.repeat(480);
    const secrets = `${request.headers.authorization} ${testKey.secret} ${encodeURIComponent(testKey.secret)}`;
    answer(response, 400, { err: `${secrets} ${padding} ${testKey.secret}` }, { 'x-echo': secrets });
  });
  const { client, logger } = clientOf(t, server.url);
  const error = await fails(client.policies.readPolicy(kind), 'rejected');
  const everything = [error.message, error.advice, error.detail, error.stack, ...logger.lines].join('\n');
  for (const secret of [testKey.secret, basic.slice(6)]) {
    assert.ok(!everything.includes(secret));
    // Nor half of it where a text was cut.
    assert.ok(!everything.includes(secret.slice(0, 8)));
  }
  assert.match(everything, /\[hidden\]/);
  assert.ok((error.detail ?? '').length <= 600);
});
