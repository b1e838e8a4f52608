import { pagesOf } from './pagesOf.ts';

export interface Page {
  /** What the console answered: a list, or `null` or `{}` for an empty one. */
  readonly value: unknown;
  /** From the header `Total-Count`. */
  readonly total?: number;
}

export interface PageOptions {
  /** Rows asked for at a time. */
  readonly limit: number;
  /** Reading stops there, whatever the server says. */
  readonly maxPages: number;
  /** Names a row; a page without a new row ends the list, as servers exist that answer the same page for ever. */
  keyOf(row: unknown): string | undefined;
  /** Rows so far, and how many there are when the console said so. */
  onProgress?(done: number, total: number | undefined): void;
}

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
    rows.push(...page.rows);
    complete = !page.cut;
    options.onProgress?.(rows.length, page.total);
  }
  return { rows, complete };
}
