import { firstLines } from '../../core/util/firstLines.ts';
import { changeAsData, changeCounts, isWeaker } from '../../core/order/effect/change.ts';
import {
  decisionDifferences,
  differencesIn,
  type DecisionDifferences,
} from '../../core/order/decisionDifferences.ts';
import { rulesOf, type ChangedDecision } from '../../core/order/policyDecisionChanges.ts';
import { policyKind } from '../../core/policy/families.ts';
import { decisionLine } from '../../core/sync/decisionLines.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/plan.ts';
import type { Output } from '../output.ts';

export const gates = ['weaker', 'unproven'] as const;

type GateName = (typeof gates)[number];

/** `not checked`: there is no reason to fail, but a policy without a plan was not checked. */
type GateResult = 'passed' | 'failed' | 'not checked';

/** The result of a gate, with the reasons of a failure. */
export interface Gate {
  readonly failOn: GateName;
  readonly result: GateResult;
  readonly reasons: readonly GateReason[];
}

interface GateReason {
  readonly policy: string;
  readonly difference?: ChangedDecision;
  /** The reason why a part cannot be proven, one sentence. */
  readonly unproven?: string;
}

/** The gate `weaker` fails when a decision becomes weaker; the gate `unproven` also when Ordinance cannot prove the opposite. */
export function weakerGate(
  failOn: GateName,
  { plans, refused }: Pick<SeveralPlans, 'plans' | 'refused'>,
): Gate {
  const reasons = plans.flatMap((plan) => reasonsOf(failOn, plan, differencesOf(plan)));
  const result = reasons.length > 0 ? 'failed' : refused.length > 0 ? 'not checked' : 'passed';
  return { failOn, result, reasons };
}

/**
 * The changed decisions of a plan. The contents in collections.yaml can show a difference but never exclude
 * one, because the author of the change may have edited this file.
 */
export function differencesOf({
  ref,
  live,
  next,
  decisionChanges,
  collectionsNote,
}: PushPlan): DecisionDifferences {
  const kind = policyKind(ref.policy);
  if (!kind || !decisionChanges) {
    return { differences: [], notKnown: ['The collections are unknown.'] };
  }
  const differences = differencesIn(decisionChanges);
  const isProvenByFile = collectionsNote !== undefined && differences.notKnown.length === 0;
  return isProvenByFile && decisionDifferences(kind, live, next, new Map()).notKnown.length > 0
    ? { ...differences, notKnown: [collectionsFileReason] }
    : differences;
}

const collectionsFileReason =
  'The collections come from collections.yaml because the console could not be read.';

function reasonsOf(
  failOn: GateName,
  { ref: { policy } }: PushPlan,
  { differences, notKnown }: DecisionDifferences,
): readonly GateReason[] {
  const isUnproven = failOn === 'unproven';
  return [
    ...differences
      .filter((difference) => isWeaker(difference) || (isUnproven && difference.change.someUnknown))
      .map((difference) => ({ policy, difference })),
    ...(isUnproven ? notKnown.map((unproven) => ({ policy, unproven })) : []),
  ];
}

/** Further reasons are counted. */
const MAX_SHOWN = 20;

export function reportGate({ failOn, result, reasons }: Gate, output: Output): void {
  if (result === 'not checked') {
    output.error(`--fail-on ${failOn}: not checked, because a policy has no plan`);
    return;
  }
  if (result === 'passed') {
    output.out(
      failOn === 'unproven'
        ? 'no decision becomes weaker: that is proven'
        : 'no decision is known to become weaker',
    );
    return;
  }
  firstLines(
    reasons,
    MAX_SHOWN,
    ({ policy, difference, unproven }) =>
      `${policy}: ${difference ? decisionLine(difference) : `not proven: ${unproven}`}`,
    (more) => `and ${more} more`,
  ).forEach((line) => output.error(line));
  const { weaker: some, mixed } = changeCounts(reasons.flatMap(({ difference }) => difference ?? []));
  output.error(
    some > 0
      ? `a decision would become weaker (--fail-on ${failOn})`
      : mixed > 0
        ? `a decision would become weaker in one part and stricter in another (--fail-on ${failOn})`
        : `a decision may become weaker: Ordinance could not check it (--fail-on ${failOn})`,
  );
}

export function gateAsData({ failOn, result, reasons }: Gate): object {
  return {
    failOn,
    result,
    reasons: reasons.map(({ policy, difference, unproven }) =>
      difference ? { policy, ...differenceAsData(difference) } : { policy, unproven },
    ),
  };
}

export function differenceAsData(difference: ChangedDecision): object {
  const { change, before, after, example } = difference;
  const { from, to } = rulesOf(difference);
  return {
    from: from?.name ?? null,
    to: to?.name ?? null,
    ...changeAsData(change),
    before,
    after,
    example,
  };
}
