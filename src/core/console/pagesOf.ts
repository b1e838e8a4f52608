import { headerOf, type Answer } from './answer.ts';
import { throwIfCanceled } from '../util/errors.ts';

export interface Page {
  /** The answer of the console: a list, or `null` or `{}` for an empty list. */
  readonly value: unknown;
  /** From the header `Total-Count`. */
  readonly total?: number;
  /** The size of the answer. */
  readonly bytes?: number;
}

export type FetchPage = (offset: number, limit: number) => Promise<Page>;

/** Reads a page from an answer. */
export function readPage({ value, answer }: { readonly value: unknown; readonly answer: Answer }): Page {
  const total = Number(headerOf(answer, 'total-count') ?? Number.NaN);
  const bytes = answer.body.length;
  return Number.isSafeInteger(total) && total >= 0 ? { value, total, bytes } : { value, bytes };
}

/** The limit for all pages of a list together, because each page may have the size of a full answer. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface PageOptions {
  /** The number of rows to ask for in one request. */
  readonly limit: number;
  /** Reading stops after this many pages, because a faulty server may never end a list. */
  readonly maxPages: number;
  /**
   * Identifies a row. A page without a new row ends the list, because some servers repeat one page forever.
   */
  keyOf(row: unknown): string | undefined;
}

export interface PageRows {
  /** The rows that no earlier page had. */
  readonly rows: readonly unknown[];
  readonly total: number | undefined;
  /** True when reading stopped at a limit although the console has more rows. */
  readonly isCut: boolean;
}

/** Reads a paged list page by page, tolerating lists that are not paged, repeat a page or never end. */
export async function* pagesOf(
  fetch: FetchPage,
  options: PageOptions,
  signal?: AbortSignal,
): AsyncGenerator<PageRows> {
  const knownKeys = new Set<string>();
  let rowCount = 0;
  let byteCount = 0;
  for (let page = 1; page <= options.maxPages; page++) {
    throwIfCanceled(signal);
    const { value, total, bytes = 0 } = await fetch(rowCount, options.limit);
    byteCount += bytes;
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const rows = list.filter((row) => {
      const key = options.keyOf(row);
      return key !== undefined && !knownKeys.has(key) && knownKeys.add(key);
    });
    rowCount += list.length;
    // Without a total, a full page may have a successor. A page of another size is the whole list.
    const hasMore = total === undefined ? list.length === options.limit : rowCount < total;
    const isLast = !hasMore || rows.length === 0;
    const isLimitReached = page === options.maxPages || byteCount >= MAX_BYTES;
    yield { rows, total, isCut: !isLast && isLimitReached };
    if (isLast || isLimitReached) {
      return;
    }
  }
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
