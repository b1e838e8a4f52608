import { destinationLines } from '../../core/consoles/destination.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { reviewCounts, ruleBlocks } from '../../core/sync/reviewText.ts';
import { visibleLine } from '../../core/util/inertText.ts';
import type { JournalStep, PushRecord } from '../../core/sync/store/journalEvent.ts';
import { lossWords } from '../../core/sync/lostChanges.ts';
import { confirmedLine } from '../../core/sync/pushNeeds.ts';

/** A push that lies behind, as a plan document. The values come from the snapshots: the journal keeps none. */
export function pastPlan(
  record: PushRecord,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): string {
  const kind = policyKind(record.policy);
  const known = kind && before && after && record.verdict === 'applied';
  const steps = known ? diffPolicies(kind, before, after).steps : record.steps.map(withoutFields);
  const blocks = ruleBlocks({
    ref: { console: record.console, policy: record.policy },
    steps,
    live: before ?? new Map(),
    next: (known ? after : undefined) ?? new Map(),
  });
  const confirmed = confirmedLine(record.confirmed);
  const header = [
    `${whatWas(record)} ${record.policy} ${record.restores === undefined ? 'to' : 'on'} ${record.console}: ${reviewCounts(steps)}`,
    `${momentWords(new Date(record.at))}${record.author === undefined ? '' : ` by ${record.author}`}: ${record.verdict ?? 'unresolved'}`,
    ...(record.foreign ? ['Not written by this machine: nothing of it is proven.'] : []),
    ...(record.reason === undefined ? [] : [`Reason: ${record.reason.replaceAll(/\s+/g, ' ')}`]),
    ...(record.corrected === undefined ? [] : [correctedLine(record.corrected)]),
    ...(record.lost?.length ? [`It overrode ${record.lost.map(lossWords).join(', ')}.`] : []),
    ...(confirmed === undefined ? [] : [`Confirmed before it was sent: ${confirmed}.`]),
    ...(known ? [] : ['Only names and places were kept of these steps.']),
  ];
  const told = record.told?.length ? [['What was known when it was sent:', ...record.told]] : [];
  const details = [
    'Details',
    `    entry: ${record.id}`,
    ...(record.destination ? destinationLines(record.destination).map((line) => `    ${line}`) : []),
    ...(record.restores === undefined ? [] : [`    restored snapshot: ${record.restores}`]),
  ];
  return `${[header, ...told, ...blocks.map(({ lines }) => lines), details]
    .map((lines) => lines.map(visibleLine).join('\n'))
    .join('\n\n')}\n`;
}

function whatWas({ restores, restoring = 'restore' }: PushRecord): string {
  const words = { undo: 'Undid a push of', redo: 'Redid a push of', restore: 'Restored' };
  return restores === undefined ? 'Pushed' : words[restoring];
}

function correctedLine({ verdict, reason }: NonNullable<PushRecord['corrected']>): string {
  return `It had ended as "${verdict}"${reason === undefined ? '.' : `: ${reason.replaceAll(/\s+/g, ' ')}`}`;
}

function withoutFields(step: JournalStep): PlanStep {
  return { ...step, fields: [] } as unknown as PlanStep;
}
