import assert from 'node:assert/strict';
import {
  countAffected,
  type AffectedQuery,
  type AffectedReport,
} from '../../../src/core/sync/countAffected.ts';

export type QueryOfOne = Omit<AffectedQuery, 'policies'> & AffectedQuery['policies'][number];

/** The report of one plan. */
export async function countOne({ kind, plan, ...query }: QueryOfOne): Promise<AffectedReport> {
  const [counted] = await countAffected({ ...query, policies: [{ kind, plan }] });
  assert.ok(counted);
  return counted.report;
}
