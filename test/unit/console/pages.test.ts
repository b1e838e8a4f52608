import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { pagesOf, readAhead, type FetchPage } from '../../../src/core/console/consoleRequests.ts';

const keyOf = (row: unknown): string | undefined => (typeof row === 'string' ? row : undefined);

async function readPages(fetch: FetchPage): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const page of pagesOf(readAhead(fetch), keyOf)) {
    rows.push(...page.rows);
  }
  return rows;
}

const rowsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `row ${at}`);

interface Server {
  readonly rows: readonly string[];
  /** Rows it gives at most. */
  readonly most: number;
  readonly total: boolean;
  readonly paged: boolean;
}

function read(server: Server): Promise<readonly unknown[]> {
  return readPages(async (offset, wanted) => {
    const value = server.paged
      ? server.rows.slice(offset, offset + Math.min(wanted, server.most))
      : server.rows;
    return { value, bytes: 1, ...(server.total && { total: server.rows.length }) };
  });
}

test('every row is read in order, from servers with and without a total, paged or not', async () => {
  const counts = fc.oneof(fc.integer({ min: 0, max: 600 }), fc.constantFrom(49, 50, 51, 100, 150));
  await fc.assert(
    fc.asyncProperty(counts, fc.boolean(), fc.boolean(), async (count, total, paged) => {
      const rows = rowsOf(count);
      assert.deepEqual(await read({ rows, most: 50, total, paged }), rows);
    }),
  );
});

test('a server that gives smaller pages than asked for is read to the end when it says the total', async () => {
  const rows = rowsOf(125);
  assert.deepEqual(await read({ rows, most: 20, total: true, paged: true }), rows);
});

for (const value of [null, {}, undefined, [], 'text', 0]) {
  test(`${JSON.stringify(value)} is an empty list`, async () => {
    assert.deepEqual(await readPages(async () => ({ value, total: 99, bytes: 1 })), []);
  });
}

for (const total of [1_000_000, undefined]) {
  test(`a page that repeats ends the list${total === undefined ? ' without a total' : ''}`, async () => {
    let calls = 0;
    const value = rowsOf(50);
    const rows = await readPages(async () => {
      calls++;
      return { value, bytes: 1, ...(total !== undefined && { total }) };
    });
    assert.deepEqual(rows, value);
    assert.ok(calls < 10, `${calls} pages of a list that ended with the second`);
  });
}

test('the pages after the first are asked for at the same time when the server says the total', async () => {
  const all = rowsOf(450);
  const answers: (() => void)[] = [];
  const reading = readPages(
    (offset, limit) =>
      new Promise((answer) =>
        answers.push(() => answer({ value: all.slice(offset, offset + limit), total: all.length, bytes: 1 })),
      ),
  );
  let rounds = 0;
  for (; answers.length > 0; rounds++) {
    answers.splice(0).forEach((answer) => answer());
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await reading, all);
  assert.equal(rounds, 3);
});

test('a list that never ends is an error after its first 100 000 rows', async () => {
  let asked = 0;
  const reading = readPages(async (offset, limit) => {
    asked++;
    return { value: Array.from({ length: limit }, (_, at) => `row ${offset + at}`), bytes: 1 };
  });
  await assert.rejects(reading, { code: 'too-large' });
  assert.equal(asked, 2000);
});

test('rows without a key are left out', async () => {
  assert.deepEqual(await readPages(async () => ({ value: [null, 'a', 7, {}], total: 4, bytes: 1 })), ['a']);
});

test('pages that are too large together are an error, however few they are', async () => {
  let asked = 0;
  const reading = readPages(async (offset, limit) => {
    asked++;
    const value = Array.from({ length: limit }, (_, at) => `row ${offset + at}`);
    return { value, bytes: 30 * 1024 * 1024 };
  });
  await assert.rejects(reading, { code: 'too-large' });
  assert.equal(asked, 3);
});
