import { pagesOf, type Page, type PageOptions } from './pagesOf.ts';

export interface Rows {
  readonly rows: readonly unknown[];
  /** False: reading stopped at `maxPages`. */
  readonly complete: boolean;
}

/** Pages that are asked for at the same time, once the console said how many rows there are. */
const pagesAtOnce = 4;

/** Reads a paged list to its end, tolerating lists that are not paged at all. Rows without a key are left out. */
export async function readPages(
  fetch: (offset: number, limit: number) => Promise<Page>,
  options: PageOptions,
  signal?: AbortSignal,
): Promise<Rows> {
  const rows: unknown[] = [];
  let complete = true;
  for await (const page of pagesOf(readAhead(fetch), options, signal)) {
    page.rows.forEach((row) => rows.push(row));
    complete = !page.cut;
    options.onProgress?.(rows.length, page.total);
  }
  return { rows, complete };
}

/** Asks for the pages that follow a full one before they are needed. */
function readAhead(fetch: (offset: number, limit: number) => Promise<Page>): typeof fetch {
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
