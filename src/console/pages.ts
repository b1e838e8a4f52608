import { throwIfCancelled } from '../util/errors.ts';

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
  const rows = new Map<string, unknown>();
  let seen = 0;
  for (let page = 0; page < options.maxPages; page++) {
    throwIfCancelled(signal);
    const { value, total } = await fetch(seen, options.limit);
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const before = rows.size;
    for (const row of list) {
      const key = options.keyOf(row);
      if (key !== undefined && !rows.has(key)) {
        rows.set(key, row);
      }
    }
    seen += list.length;
    options.onProgress?.(rows.size, total);
    // Without a total a full page may have a successor; a page of another size is the whole list.
    const more = total === undefined ? list.length === options.limit : seen < total;
    if (!more || rows.size === before) {
      return { rows: [...rows.values()], complete: true };
    }
  }
  return { rows: [...rows.values()], complete: false };
}
