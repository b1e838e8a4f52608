import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { readDestination, type Destination } from '../../core/consoleFile/destination.ts';
import { parseJson } from '../../core/json/jsonText.ts';
import type { PlanCounts } from '../../core/policy/planStep.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { decisionDetails, decisionSummary, textOf } from '../../core/sync/decisionLines.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { reviewText } from '../../core/sync/reviewText.ts';
import { lastingPlan } from '../../core/sync/planFacts.ts';
import { readIfThere } from '../../core/sync/store/durableFile.ts';
import { ExpectedError, messageOf } from '../../core/util/errors.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { writeNamedFile } from '../writeNamedFile.ts';
import { refusal } from './refusal.ts';

/** A plan on file names what it was made from and what it sends by hash; it holds no policy. */
export interface PlannedPolicy {
  readonly kind: PolicyKind;
  /** Canonical hash of live, which was the base. */
  readonly base: string;
  /** SHA-256 of the bytes of the PUT. */
  readonly body: string;
  /** The shown counts; a new plan must have the same. */
  readonly counts: PlanCounts;
  readonly steps: readonly string[];
  /** The shown changes that were never pulled where the plan was made. */
  readonly unpulled: readonly string[];
  /** The changed decisions that a person saw and a gate checked. */
  readonly decisions: readonly string[] | undefined;
}

export interface PlanFile {
  readonly console: string;
  /** Where it goes, and to whom. */
  readonly destination: Destination;
  readonly policies: readonly PlannedPolicy[];
  /** Requested policies without a plan, with the reason. Such a plan is incomplete. */
  readonly refused: readonly LeftOut[];
}

interface LeftOut {
  readonly policy: string;
  readonly why: string;
}

const version = 2;
const members = ['ordinancePlan', 'console', 'destination', 'policies', 'refused'];
const policyMembers = ['policy', 'base', 'body', 'counts', 'steps', 'unpulled', 'decisions'];

/** `root`: see `writeNamedFile`. */
export async function writePlanFile(
  root: string,
  file: string,
  console: string,
  destination: Destination,
  { plans, refused: leftOut }: Pick<SeveralPlans, 'plans' | 'refused'>,
): Promise<void> {
  const policies = plans.map((plan) => ({
    policy: plan.ref.policy,
    base: plan.liveHash,
    body: plan.bodyHash,
    counts: plan.counts,
    steps: stepsShown(plan),
    ...(plan.unpulled?.length ? { unpulled: plan.unpulled.map(({ name }) => name) } : {}),
    decisions: decisionsShown(plan),
  }));
  const refused = leftOut.map(refusal).map(({ policy, why }): LeftOut => ({ policy, why }));
  const plan = {
    ordinancePlan: version,
    console,
    destination,
    policies,
    ...(refused.length > 0 && { refused }),
  };
  const text = escapedInJson(JSON.stringify(plan, null, 2));
  await writeNamedFile(root, file, `${text}\n`);
}

/** The lines of a plan on file, without facts that are only true for a moment or on one computer. */
export function stepsShown(plan: PushPlan): readonly string[] {
  return reviewText(lastingPlan(plan)).lines;
}

/** All changed decisions of a plan, because collections may change before the push. Without examples, of which there are many. */
export function decisionsShown({ decisionChanges }: PushPlan): string[] | undefined {
  return (
    decisionChanges && [decisionSummary(decisionChanges), ...decisionDetails(decisionChanges).map(textOf)]
  );
}

/** Throws ExpectedError `plan-file`. */
export async function readPlanFile(file: string): Promise<PlanFile> {
  const refuse = (why: string): ExpectedError =>
    new ExpectedError('plan-file', `${file} is not a plan: ${why}.`, {
      advice: 'Make one with "ordinance plan --out FILE".',
    });
  let plain: Record<string, unknown>;
  const text = (await readIfThere(file))?.replace(/^\ufeff/, '');
  if (text === undefined) {
    throw refuse('there is no such file');
  }
  try {
    // A key written twice is refused: a reader sees the first, and the second would count.
    parseJson(text);
    plain = (JSON.parse(text) ?? {}) as typeof plain;
  } catch (error) {
    throw refuse(messageOf(error).replace(/\.$/, ''));
  }
  const { console, policies: listed, refused = [] } = plain;
  const destination = readDestination(plain['destination']);
  if (
    plain['ordinancePlan'] !== version ||
    typeof console !== 'string' ||
    !destination ||
    !Array.isArray(listed) ||
    !Array.isArray(refused) ||
    !refused.every(isLeftOut) ||
    !isMadeOf(plain, members)
  ) {
    throw refuse('it has an unknown form');
  }
  const policies = listed.map((one: unknown): PlannedPolicy => {
    const planned = (one ?? {}) as Record<string, unknown>;
    const { policy, base, body, counts, steps, unpulled = [], decisions } = planned;
    const kind = typeof policy === 'string' ? policyKind(policy) : undefined;
    // A member nobody compares could tell a reader anything.
    if (
      !kind ||
      !isHash(base) ||
      !isHash(body) ||
      !isTexts(steps) ||
      !isTexts(unpulled) ||
      !(decisions === undefined || isTexts(decisions)) ||
      !isMadeOf(planned, policyMembers)
    ) {
      throw refuse('one of its policies cannot be read');
    }
    return { kind, base, body, counts: counts as PlanCounts, steps, unpulled, decisions };
  });
  if (new Set(policies.map(({ kind }) => kind)).size < policies.length) {
    throw refuse('it contains a policy twice');
  }
  return { console, destination, policies, refused };
}

function isLeftOut(value: unknown): value is LeftOut {
  const { policy, why } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof policy === 'string' && typeof why === 'string' && isMadeOf(value as object, ['policy', 'why'])
  );
}

function isMadeOf(object: object, known: readonly string[]): boolean {
  return Object.keys(object).every((key) => known.includes(key));
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
