import { headerOf, type Answer } from './answer.ts';
import { throwIfCanceled } from '../util/errors.ts';

export interface Page {
  /** The answer of the console: a list, or `null` or `{}` for an empty list. */
  readonly value: unknown;
  /** From the header `Total-Count`. */
  readonly total?: number;
  /** How large the answer was. */
  readonly bytes?: number;
}

export type FetchPage = (offset: number, limit: number) => Promise<Page>;

/** A page as a console answers it. */
export function pageIn({ value, answer }: { readonly value: unknown; readonly answer: Answer }): Page {
  const total = Number(headerOf(answer, 'total-count') ?? Number.NaN);
  const bytes = answer.body.length;
  return Number.isSafeInteger(total) && total >= 0 ? { value, total, bytes } : { value, bytes };
}

/** The limit for all pages of a list together, because each page may have the size of a full answer. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface PageOptions {
  /** Rows asked for at a time. */
  readonly limit: number;
  /** Reading stops there, whatever the server says. */
  readonly maxPages: number;
  /** Names a row; a page without a new row ends the list, as servers exist that answer the same page for ever. */
  keyOf(row: unknown): string | undefined;
}

export interface PageRows {
  /** Rows that were not there before. */
  readonly rows: readonly unknown[];
  readonly total: number | undefined;
  /** True: reading stopped at `maxPages` although the console has more. */
  readonly cut: boolean;
}

/** Reads a paged list page by page, tolerating lists that are not paged, repeat a page or never end. */
export async function* pagesOf(
  fetch: FetchPage,
  options: PageOptions,
  signal?: AbortSignal,
): AsyncGenerator<PageRows> {
  const known = new Set<string>();
  let seen = 0;
  let read = 0;
  for (let page = 1; page <= options.maxPages; page++) {
    throwIfCanceled(signal);
    const { value, total, bytes = 0 } = await fetch(seen, options.limit);
    read += bytes;
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const rows = list.filter((row) => {
      const key = options.keyOf(row);
      return key !== undefined && !known.has(key) && known.add(key);
    });
    seen += list.length;
    // Without a total a full page may have a successor; a page of another size is the whole list.
    const more = total === undefined ? list.length === options.limit : seen < total;
    const last = !more || rows.length === 0;
    const isFull = page === options.maxPages || read >= MAX_BYTES;
    yield { rows, total, cut: !last && isFull };
    if (last || isFull) {
      return;
    }
  }
}

/** Pages that are asked for at the same time, once the console said how many rows there are. */
const pagesAtOnce = 4;

/** Asks for the pages that follow a full one before they are needed. */
export function readAhead(fetch: FetchPage): FetchPage {
  const asked = new Map<number, Promise<Page>>();
  return async (offset, limit) => {
    const page = await (asked.get(offset) ?? fetch(offset, limit));
    const isFull = Array.isArray(page.value) && page.value.length === limit;
    const end = isFull ? Math.min(page.total ?? 0, offset + pagesAtOnce * limit + 1) : 0;
    for (let next = offset + limit; next < end; next += limit) {
      if (!asked.has(next)) {
        const answer = fetch(next, limit);
        // A list that ends before does not need this page, nor an answer to it.
        answer.catch(() => undefined);
        asked.set(next, answer);
      }
    }
    return page;
  };
}
