import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import { readDestination, type Destination } from '../../core/consoleFile/destination.ts';
import { parseJson } from '../../core/json/jsonText.ts';
import type { PlanCounts } from '../../core/policy/ruleDiff.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { decisionDetails, decisionSummary, textOf } from '../../core/sync/decisionLines.ts';
import type { SeveralPlans } from '../../core/sync/plan.ts';
import { reviewText } from '../../core/sync/reviewText.ts';
import { lastingPlan } from '../../core/sync/planFacts.ts';
import { readIfThere } from '../../core/sync/store/durableFile.ts';
import { ExpectedError, messageOf } from '../../core/util/errors.ts';
import { defined } from '../../core/util/defined.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import {
  hash,
  listOf,
  optional,
  readExactly,
  text,
  texts,
  type Fields,
  type RecordOf,
} from '../../core/util/readFields.ts';
import { writeNamedFile } from '../namedFile.ts';
import { describeRefusal } from './refusal.ts';

/**
 * One policy in a plan file. It names the base and the sent bytes by their hash, and does not contain the
 * policy.
 */
const policyFields = {
  policy: (value: unknown): PolicyName | undefined => policyKind(text(value) ?? '')?.name,
  /** Canonical hash of the live policy, which was the base. */
  base: hash,
  /** SHA-256 of the bytes of the PUT. */
  body: hash,
  /** The shown counts; a new plan must have the same. */
  counts: (value: unknown): PlanCounts | undefined => value as PlanCounts,
  steps: texts,
  /** The shown changes that were never pulled where the plan was made. */
  unpulled: optional(texts),
  /** The changed decisions that a person saw and a gate checked. */
  decisions: optional(texts),
} as const satisfies Fields;

const leftOutFields = { policy: text, why: text } as const satisfies Fields;

const planFields = {
  ordinancePlan: (value: unknown) => (value === 2 ? value : undefined),
  console: text,
  /** The destination that a person reviewed. */
  destination: readDestination,
  policies: listOf((value) => readExactly(policyFields, value)),
  /** Requested policies without a plan, with the reason. Such a plan is incomplete. */
  refused: optional(listOf((value) => readExactly(leftOutFields, value))),
} as const satisfies Fields;

type PlannedPolicy = RecordOf<typeof policyFields>;

export type PlanFile = RecordOf<typeof planFields>;

/** `root`: see `writeNamedFile`. */
export async function writePlanFile(
  root: string,
  file: string,
  console: string,
  destination: Destination,
  { plans, refused: leftOut }: Pick<SeveralPlans, 'plans' | 'refused'>,
): Promise<void> {
  const refused = leftOut.map(describeRefusal).map(({ policy, why }) => ({ policy, why }));
  const plan: PlanFile = {
    ordinancePlan: 2,
    console,
    destination,
    policies: plans.map(plannedPolicy),
    ...(refused.length > 0 && { refused }),
  };
  const json = escapedInJson(JSON.stringify(plan, null, 2));
  await writeNamedFile(root, file, `${json}\n`);
}

/**
 * Returns the entry of a policy in a plan file, without facts that are true only for a moment or on one
 * computer.
 */
export function plannedPolicy(plan: PushPlan): PlannedPolicy {
  const { ref, liveHash, bodyHash, counts, unpulled = [], decisionChanges } = plan;
  return defined({
    policy: ref.policy,
    base: liveHash,
    body: bodyHash,
    counts,
    steps: reviewText(lastingPlan(plan)).lines,
    unpulled: unpulled.length > 0 ? unpulled.map(({ name }) => name) : undefined,
    // Includes all, because collections may change before the push. Omits examples, of which there are many.
    decisions: decisionChanges && [
      decisionSummary(decisionChanges),
      ...decisionDetails(decisionChanges).map(textOf),
    ],
  });
}

/** Throws ExpectedError `plan-file`. */
export async function readPlanFile(file: string): Promise<PlanFile> {
  const refuse = (why: string): ExpectedError =>
    new ExpectedError('plan-file', `${file} is not a plan: ${why}.`, {
      advice: 'Make one with "ordinance plan --out FILE".',
    });
  const json = (await readIfThere(file))?.replace(/^\ufeff/, '');
  if (json === undefined) {
    throw refuse('there is no such file');
  }
  let plan: PlanFile | undefined;
  try {
    // Refuse a repeated key: a person sees the first value, and `JSON.parse` returns the last.
    parseJson(json);
    // Refuse an unknown field, which could mislead a person.
    plan = readExactly(planFields, JSON.parse(json));
  } catch (error) {
    throw refuse(messageOf(error).replace(/\.$/, ''));
  }
  if (!plan) {
    throw refuse('it has an unknown form');
  }
  if (new Set(plan.policies.map(({ policy }) => policy)).size < plan.policies.length) {
    throw refuse('it contains a policy twice');
  }
  return plan;
}
