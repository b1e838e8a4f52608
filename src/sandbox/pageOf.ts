import type { JsonValue } from '../core/json/json.ts';
import { jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';

/**
 * Returns one page of an array, with the length of the array in `Total-Count`. `limit` is at most 50, as on
 * the hosted console. Without `limit`, the answer contains everything from `offset`, or 50 rows with `paged`.
 */
export function pageOf(rows: readonly JsonValue[], query: URLSearchParams, paged = false): Answer {
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0);
  const requested = Number(query.get('limit') ?? 0) || 0;
  const limit = requested > 0 ? Math.min(requested, 50) : paged ? 50 : rows.length;
  return jsonAnswer(rows.slice(offset, offset + limit), 200, { 'total-count': String(rows.length) });
}
