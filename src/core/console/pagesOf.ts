import { throwIfCanceled, ExpectedError } from '../util/errors.ts';

export interface Page {
  /** The answer of the console: a list, or `null` or `{}` for an empty list. */
  readonly value: unknown;
  /** The number of rows on all pages, if the console states it. */
  readonly total?: number;
  /** The size of the answer. */
  readonly bytes: number;
}

export type FetchPage = (offset: number, limit: number) => Promise<Page>;

/** Rows of one page. `total` is the number of rows on all pages, if the console states it. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly total?: number;
}

/** The hosted console returns at most this many rows in one page. */
const PAGE_LIMIT = 50;
/** A faulty server may never end a list. */
const MAX_PAGES = 2000;
/** The limit for all pages of a list together, because each page may have the size of a full answer. */
const MAX_MEBIBYTES = 64;

/**
 * Reads a paged list page by page, tolerating lists that are not paged or repeat a page. Yields the rows that
 * no earlier page had. `keyOf` identifies a row; a row without a key is left out. Throws `too-large` when the
 * list does not end.
 */
export async function* pagesOf(
  fetch: FetchPage,
  keyOf: (row: unknown) => string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<Rows<unknown>> {
  const knownKeys = new Set<string>();
  let rowCount = 0;
  let byteCount = 0;
  for (let page = 0; page < MAX_PAGES && byteCount < MAX_MEBIBYTES * 1024 * 1024; page++) {
    throwIfCanceled(signal);
    const { value, total, bytes } = await fetch(rowCount, PAGE_LIMIT);
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const rows = list.filter((row) => {
      const key = keyOf(row);
      return key !== undefined && !knownKeys.has(key) && knownKeys.add(key);
    });
    rowCount += list.length;
    byteCount += bytes;
    yield { rows, ...(total !== undefined && { total }) };
    // Without a total, a full page may have a successor. A page of another size is the whole list.
    const hasMore = total === undefined ? list.length === PAGE_LIMIT : rowCount < total;
    // Some servers repeat one page forever.
    if (!hasMore || rows.length === 0) {
      return;
    }
  }
  throw new ExpectedError(
    'too-large',
    `The list does not end after ${MAX_PAGES * PAGE_LIMIT} rows, or ${MAX_MEBIBYTES} MiB.`,
    { advice: 'Narrow the scope of the rule.' },
  );
}

/** The number of pages to request at the same time once the number of rows is known. */
const PARALLEL_PAGES = 4;

/** Requests the pages after a full page before they are needed. */
export function readAhead(fetch: FetchPage): FetchPage {
  const requested = new Map<number, Promise<Page>>();
  return async (offset, limit) => {
    const page = await (requested.get(offset) ?? fetch(offset, limit));
    const isFull = Array.isArray(page.value) && page.value.length === limit;
    const end = isFull ? Math.min(page.total ?? 0, offset + PARALLEL_PAGES * limit + 1) : 0;
    for (let next = offset + limit; next < end; next += limit) {
      if (!requested.has(next)) {
        const answer = fetch(next, limit);
        // The list may end before this page, so its failure must not count as unhandled.
        answer.catch(() => undefined);
        requested.set(next, answer);
      }
    }
    return page;
  };
}
