import type { JsonValue } from '../core/json/json.ts';
import { jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';

/**
 * One page of a bare array, its whole length in `Total-Count`. `limit` is capped at 50, as on the hosted console;
 * without `limit` the answer holds everything from `offset`, unless `paged` is set: then it holds 50.
 */
export function pageOf(rows: readonly JsonValue[], query: URLSearchParams, paged = false): Answer {
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0);
  const wanted = Number(query.get('limit') ?? 0) || 0;
  const limit = wanted > 0 ? Math.min(wanted, 50) : paged ? 50 : rows.length;
  return jsonAnswer(rows.slice(offset, offset + limit), 200, { 'total-count': String(rows.length) });
}
