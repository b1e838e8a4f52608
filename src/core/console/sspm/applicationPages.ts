import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { rowsOf, wordsAt, wordsOf } from '../../posture/tolerant.ts';
import { throwIfCanceled } from '../../util/errors.ts';

/** Reading stops there, whatever the service says. */
export const mostApplications = 10_000;
const mostPages = 2000;

export interface ApplicationRows {
  readonly rows: readonly JsonObject[];
  /** Why the list may be longer than `rows`; undefined when it was read to its end. */
  readonly stopped: 'repeated-page' | 'too-many' | undefined;
}

/**
 * Follows `next_path` by its page token alone, so that nothing in an answer decides where a request goes. A token that was
 * used before, and a page without a new row, end the list.
 */
export async function readApplicationPages(
  fetch: (pageToken: string | undefined) => Promise<JsonValue>,
  onProgress?: (done: number, total: number | undefined) => void,
  signal?: AbortSignal,
): Promise<ApplicationRows> {
  const rows = new Map<string, JsonObject>();
  const used = new Set<string>();
  let token: string | undefined;
  let unnamed = 0;
  for (let page = 0; page < mostPages; page++) {
    throwIfCanceled(signal);
    const value = await fetch(token);
    const before = rows.size;
    for (const row of pageRows(value)) {
      // Rows without an id are kept, once each: they are shown as far as they go.
      const key = wordsAt(row, 'app_id', 'id') ?? `\0${unnamed++}`;
      if (rows.size >= mostApplications) {
        return { rows: [...rows.values()], stopped: 'too-many' };
      }
      if (!rows.has(key)) {
        rows.set(key, row);
      }
    }
    const total = isJsonObject(value) ? Number(wordsOf(value.get('total')) ?? Number.NaN) : Number.NaN;
    onProgress?.(rows.size, total >= rows.size ? total : undefined);
    token = nextToken(value);
    if (token === undefined) {
      return { rows: [...rows.values()], stopped: undefined };
    }
    if (used.has(token) || rows.size === before) {
      return { rows: [...rows.values()], stopped: 'repeated-page' };
    }
    used.add(token);
  }
  return { rows: [...rows.values()], stopped: 'too-many' };
}

function pageRows(value: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(value)) {
    return rowsOf(value);
  }
  // An object without `items` may be the only application.
  return value.has('items') || value.has('app_id')
    ? rowsOf(value.has('items') ? value.get('items') : value)
    : [];
}

function nextToken(value: JsonValue): string | undefined {
  const next = isJsonObject(value) ? value.get('next_path') : undefined;
  if (typeof next !== 'string' || !URL.canParse(next, 'http://localhost')) {
    return undefined;
  }
  return new URL(next, 'http://localhost').searchParams.get('page_token') || undefined;
}
