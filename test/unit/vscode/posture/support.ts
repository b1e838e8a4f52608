import type { JsonValue } from '../../../../src/core/json/json.ts';
import { fromPlain } from '../../../../src/core/json/json.ts';
import type { PostureRow, RowContext } from '../../../../src/vscode/posture/rows/postureRow.ts';

export function context(more: Partial<RowContext> = {}): RowContext {
  return {
    filter: () => '',
    links: () => [],
    ...more,
  };
}

/** Rows below a row for an answer, or without one. */
export function below(row: PostureRow | undefined, plain: unknown = null): readonly PostureRow[] {
  return row?.below?.(fromPlain(plain)) ?? [];
}

export const json = (plain: unknown): JsonValue => fromPlain(plain);

export function labels(rows: readonly PostureRow[]): readonly string[] {
  return rows.map(({ label }) => label);
}
