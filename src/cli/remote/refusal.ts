import type { PlanStep } from '../../core/policy/ruleDiff.ts';
import type { RefusedOutcome } from '../../core/sync/outcomes.ts';
import type { RefusedPlan } from '../../core/sync/plan.ts';
import { refusalLine, refusalReason } from '../../core/sync/stepWords.ts';
import { exitCode, type Output } from '../output.ts';
import { stepsAsData } from './stepsAsData.ts';

/** The reason why a policy cannot be pushed. */
export interface Refusal {
  readonly policy: string;
  readonly why: string;
  readonly messages: readonly string[];
  readonly code: number;
  /** Changes of the live policy since the base, if they are known. */
  readonly changes?: readonly PlanStep[];
}

const ends: Readonly<
  Record<RefusedOutcome['kind'], { readonly code: number; readonly resolvedBy?: string }>
> = {
  drift: { code: exitCode.drift, resolvedBy: 'merge' },
  'no-base': { code: exitCode.drift, resolvedBy: 'pull' },
  invalid: { code: exitCode.problems },
  'unknown-collections': { code: exitCode.problems },
};

/** Describes a refused plan with the command that resolves it and the exit code. */
export function describeRefusal({ ref: { policy }, outcome, error }: RefusedPlan): Refusal {
  if (!outcome) {
    return { policy, why: 'error', messages: [error?.message ?? ''], code: exitCode.problems };
  }
  const { code, resolvedBy } = ends[outcome.kind];
  const { reason, details } = refusalReason(outcome);
  return {
    policy,
    why: outcome.kind,
    messages: resolvedBy
      ? [`${refusalLine(outcome)}; run "ordinance ${resolvedBy} ${policy}"`]
      : outcome.kind === 'invalid'
        ? details
        : [reason, ...details],
    code,
    ...(outcome.kind === 'drift' && outcome.changes && { changes: outcome.changes }),
  };
}

/** Prints the refusals, and a reason that several policies share only once. */
export function reportRefusals(refusals: readonly Refusal[], output: Output): void {
  for (const group of sameReasons(refusals)) {
    const policies = group.map(({ policy }) => policy).join(', ');
    const [{ why, messages: [first = '', ...more] } = { why: '', messages: [] }] = group;
    [`${policies}: ${why}: ${first}`, ...more.map((message) => `  ${message}`)].forEach(output.error);
  }
}

/** The refusals by their reason. */
export function sameReasons(refusals: readonly Refusal[]): readonly (readonly Refusal[])[] {
  return [...Map.groupBy(refusals, ({ why, messages }) => JSON.stringify([why, messages])).values()];
}

/** A failure of one policy. */
export interface Failure {
  readonly policy: string;
  readonly message: string;
}

/** Prints a reason that several policies share, such as a refused key, only once. */
export function reportFailures(failures: readonly Failure[], output: Output): void {
  Map.groupBy(failures, ({ message }) => message).forEach((group, message) =>
    output.error(`${[...new Set(group.map(({ policy }) => policy))].join(', ')}: ${message}`),
  );
}

export function refusalAsData({ policy, why, messages, changes }: Refusal): object {
  return { policy, why, messages, ...(changes && { changes: stepsAsData(changes) }) };
}
