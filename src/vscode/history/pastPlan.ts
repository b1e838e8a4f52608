import { momentWords } from '../workspace/whenWords.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { reviewCounts, ruleBlocks } from '../../core/sync/reviewText.ts';
import { visibleLine } from '../../core/util/inertText.ts';
import type { PushRecord } from '../../core/sync/store/journalEvent.ts';
import { plannedCounts, recordFacts } from '../../core/sync/recordFacts.ts';

/** A past push as a plan document. The values come from the snapshots, because the journal has none. */
export function pastPlan(
  record: PushRecord,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): string {
  const kind = policyKind(record.policy);
  const ref = { console: record.console, policy: record.policy };
  const steps =
    kind && before && after && record.verdict === 'applied'
      ? diffPolicies(kind, before, after).steps
      : undefined;
  const blocks = steps
    ? ruleBlocks({ ref, steps, live: before ?? new Map(), next: after ?? new Map() }).map(
        ({ lines }) => lines,
      )
    : [record.steps ?? ['The planned steps cannot be read from this record.']];
  const header = [
    `${whatWas(record)} ${record.policy} ${record.restores === undefined ? 'to' : 'on'} ${record.console}: ${steps ? reviewCounts(steps) : record.counts ? plannedCounts(record.counts) : 'unknown changes'}`,
    `When: ${momentWords(new Date(record.at))}`,
    ...recordFacts(record, 'events', ['policy', 'console', 'at', 'counts', 'restoring']).map(line),
    ...(steps || !record.steps ? [] : ['Only names and places were kept of these steps.']),
  ];
  const facts = record.facts?.length ? [['What was known when it was sent:', ...record.facts]] : [];
  const details = ['Details', ...recordFacts(record, 'details').map((fact) => `    ${line(fact)}`)];
  return `${[header, ...facts, ...blocks, details]
    .map((lines) => lines.map(visibleLine).join('\n'))
    .join('\n\n')}\n`;
}

function whatWas({ restores, restoring = 'restore' }: PushRecord): string {
  const words = { undo: 'Undid a push of', redo: 'Redid a push of', restore: 'Restored' };
  return restores === undefined ? 'Pushed' : words[restoring];
}

function line([title, value]: readonly [string, string]): string {
  return `${title}: ${value.replaceAll(/\s+/g, ' ')}`;
}
