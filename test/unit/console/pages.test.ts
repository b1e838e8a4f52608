import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  pagesOf,
  readAhead,
  type FetchPage,
  type Page,
  type PageOptions,
} from '../../../src/core/console/pagesOf.ts';

const keyOf = (row: unknown): string | undefined => (typeof row === 'string' ? row : undefined);

interface Rows {
  readonly rows: readonly unknown[];
  readonly complete: boolean;
}

async function readPages(fetch: FetchPage, options: PageOptions): Promise<Rows> {
  const rows: unknown[] = [];
  let complete = true;
  for await (const page of pagesOf(readAhead(fetch), options)) {
    rows.push(...page.rows);
    complete = !page.isCut;
  }
  return { rows, complete };
}

interface Server {
  readonly rows: readonly string[];
  /** Rows it gives at most. */
  readonly most: number;
  readonly total: boolean;
  readonly paged: boolean;
}

async function read(server: Server, limit: number): Promise<Rows & { calls: number }> {
  let calls = 0;
  const fetch = (offset: number, wanted: number): Promise<Page> => {
    calls++;
    const value = server.paged
      ? server.rows.slice(offset, offset + Math.min(wanted, server.most))
      : server.rows;
    return Promise.resolve(server.total ? { value, total: server.rows.length } : { value });
  };
  const result = await readPages(fetch, { limit, maxPages: 1000, keyOf });
  return { ...result, calls };
}

const rows = fc.uniqueArray(fc.string(), { maxLength: 40 });

test('every row is read in order, from servers with and without a total, paged or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      fc.boolean(),
      async (all, limit, total, paged) => {
        const result = await read({ rows: all, most: limit, total, paged }, limit);
        assert.deepEqual(result.rows, all);
        assert.ok(result.complete);
      },
    ),
  );
});

test('a server that gives smaller pages than asked for is read to the end when it says the total', async () => {
  const all = Array.from({ length: 25 }, (_, index) => `row ${index}`);
  const result = await read({ rows: all, most: 4, total: true, paged: true }, 10);
  assert.deepEqual(result.rows, all);
});

for (const value of [null, {}, undefined, [], 'text', 0]) {
  test(`${JSON.stringify(value)} is an empty list`, async () => {
    const fetch = (): Promise<Page> => Promise.resolve({ value, total: 99 });
    const result = await readPages(fetch, { limit: 10, maxPages: 1000, keyOf });
    assert.deepEqual(result, { rows: [], complete: true });
  });
}

test('a page that repeats ends the list', async () => {
  let calls = 0;
  const fetch = (): Promise<Page> => {
    calls++;
    return Promise.resolve({ value: ['a', 'b'], total: 1_000_000 });
  };
  const result = await readPages(fetch, { limit: 2, maxPages: 1000, keyOf });
  assert.deepEqual(result.rows, ['a', 'b']);
  assert.ok(calls < 10, `${calls} pages of a list that ended with the second`);
});

test('the pages after the first are asked for at the same time when the server says the total', async () => {
  const all = Array.from({ length: 90 }, (_, index) => `row ${index}`);
  const answers: (() => void)[] = [];
  const reading = readPages(
    (offset, limit) =>
      new Promise((answer) =>
        answers.push(() => answer({ value: all.slice(offset, offset + limit), total: all.length })),
      ),
    { limit: 10, maxPages: 1000, keyOf },
  );
  let rounds = 0;
  for (; answers.length > 0; rounds++) {
    answers.splice(0).forEach((answer) => answer());
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual((await reading).rows, all);
  assert.equal(rounds, 3);
});

test('a list that never ends is left after the most pages, and says so', async () => {
  const fetch = (offset: number): Promise<Page> => Promise.resolve({ value: [`row ${offset}`] });
  const result = await readPages(fetch, {
    limit: 1,
    maxPages: 5,
    keyOf,
  });
  assert.equal(result.rows.length, 5);
  assert.equal(result.complete, false);
});

test('rows without a key are left out', async () => {
  const fetch = (): Promise<Page> => Promise.resolve({ value: [null, 'a', 7, {}], total: 4 });
  assert.deepEqual((await readPages(fetch, { limit: 50, maxPages: 10, keyOf })).rows, ['a']);
});

test('pages that are too large together end the list, however few they are', async () => {
  let asked = 0;
  const { complete } = await readPages(
    async (offset, limit) => {
      asked++;
      const value = Array.from({ length: limit }, (_, at) => ({ name: `${offset + at}` }));
      return { value, bytes: 30 * 1024 * 1024 };
    },
    { limit: 2, maxPages: 1000, keyOf: (row) => (row as { name: string }).name },
  );
  assert.deepEqual([complete, asked], [false, 3]);
});
