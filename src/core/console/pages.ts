import { pagesOf, type Page, type PageOptions } from './pagesOf.ts';

export interface Rows {
  readonly rows: readonly unknown[];
  /** False: reading stopped at `maxPages`. */
  readonly complete: boolean;
}

/** Reads a paged list to its end, tolerating lists that are not paged at all. Rows without a key are left out. */
export async function readPages(
  fetch: (offset: number, limit: number) => Promise<Page>,
  options: PageOptions,
  signal?: AbortSignal,
): Promise<Rows> {
  const rows: unknown[] = [];
  let complete = true;
  for await (const page of pagesOf(fetch, options, signal)) {
    page.rows.forEach((row) => rows.push(row));
    complete = !page.cut;
    options.onProgress?.(rows.length, page.total);
  }
  return { rows, complete };
}
