import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { readDestination, type Destination } from '../../core/consoles/destination.ts';
import { parseJson } from '../../core/json/jsonText.ts';
import type { PlanCounts } from '../../core/policy/planStep.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { decisionDetails, decisionSummary, textOf } from '../../core/sync/consequenceLines.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { planDocument } from '../../core/sync/planDocument.ts';
import { lastingPlan } from '../../core/sync/planFacts.ts';
import { readIfThere } from '../../core/sync/store/durableFile.ts';
import { ExpectedError, messageOf } from '../../core/util/errors.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { writeNamedFile } from '../writeNamedFile.ts';
import { refusal } from './planReport.ts';

/** A plan on file names what it was made from and what it sends by hash; it holds no policy. */
export interface PlannedPolicy {
  readonly kind: PolicyKind;
  /** Canonical hash of live, which was the base. */
  readonly base: string;
  /** SHA-256 of the bytes of the PUT. */
  readonly body: string;
  /** What a reader was shown: it has to be what planning again shows. */
  readonly counts: PlanCounts;
  readonly steps: readonly string[];
  /** What was never pulled where it was planned, as the reader was shown. */
  readonly unpulled: readonly string[];
  /** What changes hands, as the reader was shown and a gate was held. */
  readonly decisions: readonly string[] | undefined;
}

export interface PlanFile {
  readonly console: string;
  /** Where it goes, and to whom. */
  readonly destination: Destination;
  readonly policies: readonly PlannedPolicy[];
  /** What was asked for and could not be planned, with a word that says why: the plan is no whole without it. */
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

/** What a plan on file shows of a plan; not what holds for a moment, or on one machine, only. */
export function stepsShown(plan: PushPlan): string[] {
  return planDocument(lastingPlan(plan)).trimEnd().split('\n');
}

/** What changes hands by a plan: all of it, as collections of the console may be others when it is pushed. No examples: there are many. */
export function decisionsShown({ consequences }: PushPlan): string[] | undefined {
  return consequences && [decisionSummary(consequences), ...decisionDetails(consequences).map(textOf)];
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
  if (plain['ordinancePlan'] === 1) {
    throw refuse('it was made by an earlier version, which did not write down where it goes');
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
    throw refuse('it names a policy twice');
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
