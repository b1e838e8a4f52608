import { policyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { countLine, stepBlocks } from '../../core/sync/planDocument.ts';
import { visibleLine } from '../../core/util/inertText.ts';
import type { JournalStep, PushRecord } from '../../core/sync/store/journalEvent.ts';

/** A push that lies behind, as a plan document. The values come from the snapshots: the journal keeps none. */
export function pastPlan(
  record: PushRecord,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): string {
  const kind = policyKind(record.policy);
  const known = kind && before && after && record.verdict === 'applied';
  const steps = known ? diffPolicies(kind, before, after).steps : record.steps.map(withoutFields);
  const blocks = stepBlocks({
    ref: { console: record.console, policy: record.policy },
    steps,
    live: before ?? new Map(),
    next: (known ? after : undefined) ?? new Map(),
  });
  const header = [
    `# ${countLine(record.counts)}`,
    `# ${record.policy} on ${record.console}`,
    `# ${record.restores === undefined ? 'pushed' : 'restored'} at ${new Date(record.at).toLocaleString()}${record.author === undefined ? '' : ` by ${record.author}`}: ${record.verdict ?? 'not settled'}`,
    ...(record.foreign ? ['# Not written by this machine: nothing of it is proven.'] : []),
    ...(record.reason === undefined ? [] : [`# ${record.reason.replaceAll(/\s+/g, ' ')}`]),
    ...(record.corrected === undefined ? [] : [correctedLine(record.corrected)]),
    ...(record.restores === undefined ? [] : [`# It restored snapshot ${record.restores.slice(0, 12)}.`]),
    ...(record.lost?.length
      ? [`# It overrode ${record.lost.map((name) => writeJson(name)).join(', ')}.`]
      : []),
    ...(known ? [] : ['# Only names and places were kept of these steps.']),
  ];
  return `${[header.map(visibleLine).join('\n'), ...blocks].join('\n\n')}\n`;
}

function correctedLine({ verdict, reason }: NonNullable<PushRecord['corrected']>): string {
  return `# It had ended as "${verdict}"${reason === undefined ? '.' : `: ${reason.replaceAll(/\s+/g, ' ')}`}`;
}

function withoutFields(step: JournalStep): PlanStep {
  return { ...step, fields: [] } as unknown as PlanStep;
}
