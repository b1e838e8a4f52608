import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { HttpError } from '../../../src/core/console/httpError.ts';
import { asOperation, withinOperation } from '../../../src/core/util/operation.ts';
import { clientOf, replaceLive } from './clientOf.ts';
import { answer, serve } from './localServer.ts';

const kind = policyKinds[0] as PolicyKind;
const document = `{"rules":[],"note":"${'x'.repeat(30_000)}"}`;
const most = { maxOperationBytes: 100_000 };

async function codesOf(works: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const codes: string[] = [];
  for (const work of works) {
    codes.push(
      await work().then(
        () => 'read',
        (error: unknown) => (error instanceof HttpError ? error.code : String(error)),
      ),
    );
  }
  return codes;
}

for (const [name, body, headers] of [
  ['as it is', document, {}],
  ['packed', gzipSync(document), { 'content-encoding': 'gzip' }],
] as const) {
  test(`all answers of one operation together have a limit, sent ${name}; the next operation begins anew`, async (t) => {
    const server = await serve(t, (_request, response) => answer(response, 200, body, headers));
    const { client } = clientOf(t, server.url, most);
    const read = (): Promise<unknown> => client.policies.readPolicy(kind);
    const operation = (): Promise<string[]> => asOperation(() => codesOf([read, read, read, read, read]));
    assert.deepEqual(await operation(), ['read', 'read', 'read', 'too-much', 'too-much']);
    const arrived = server.arrived.length;
    assert.deepEqual(await operation(), ['read', 'read', 'read', 'too-much', 'too-much']);
    assert.equal(arrived, 4, 'once it is spent nothing is asked');
  });
}

test('what is awaited together counts together, by console', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, document));
  const { client } = clientOf(t, server.url, most);
  const { client: other } = clientOf(t, server.url, most);
  await asOperation(async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => client.policies.readPolicy(kind)),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3);
    assert.deepEqual(await codesOf([() => other.policies.readPolicy(kind)]), ['read']);
  });
});

test('an operation within another one is its own only when it says so', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, document));
  const { client } = clientOf(t, server.url, { maxOperationBytes: 40_000 });
  const read = (): Promise<unknown> => client.policies.readPolicy(kind);
  await asOperation(async () => {
    assert.deepEqual(await codesOf([read, read]), ['read', 'too-much']);
    assert.deepEqual(await codesOf([() => withinOperation(read)]), ['too-much']);
    assert.deepEqual(await codesOf([() => asOperation(read)]), ['read']);
  });
});

test('what an operation left running is no part of it for ever', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, document));
  const { client } = clientOf(t, server.url, { maxOperationBytes: 40_000 });
  let later = Promise.resolve<string[]>([]);
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  await asOperation(() => {
    later = begun.then(() => codesOf([1, 2, 3].map(() => () => client.policies.readPolicy(kind))));
  });
  begin();
  assert.deepEqual(await later, ['read', 'read', 'read']);
});

test('the number of answers has a limit too', async (t) => {
  const server = await serve(t, (_request, response) => answer(response, 200, '{}'));
  const { client } = clientOf(t, server.url, { maxOperationAnswers: 2 });
  const read = (): Promise<unknown> => client.policies.readPolicy(kind);
  assert.deepEqual(await asOperation(() => codesOf([read, read, read])), ['read', 'read', 'too-much']);
});

test('a list counts as one operation where nobody began one', async (t) => {
  let page = 0;
  const server = await serve(t, (_request, response) => {
    const rows = Array.from({ length: 50 }, (_, at) => ({
      name: `${page}-${at}`,
      description: 'x'.repeat(500),
    }));
    page++;
    answer(response, 200, rows);
  });
  const { client } = clientOf(t, server.url, { ...most, auth: 'basic' });
  assert.deepEqual(await codesOf([() => client.resources.collections.list()]), ['too-much']);
  assert.equal(server.arrived.filter(({ method }) => method === 'GET').length, 4);
});

test('a write is never refused or cut short for what was read before', async (t) => {
  const server = await serve(t, (request, response) =>
    answer(response, 200, request.method === 'GET' ? document : `"${'y'.repeat(50_000)}"`),
  );
  const { client } = clientOf(t, server.url, { maxOperationBytes: 31_000 });
  await asOperation(async () => {
    const read = (): Promise<unknown> => client.policies.readPolicy(kind);
    assert.deepEqual(await codesOf([() => replaceLive(client, kind, '{}'), read]), ['read', 'too-much']);
  });
});
