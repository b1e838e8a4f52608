import type { PlanStep } from '../../core/policy/planStep.ts';
import type { RefusedPlan } from '../../core/sync/planSeveral.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
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

/** Describes a refused plan in the words and exit codes of the command line. */
export function describeRefusal({ ref, outcome, error }: RefusedPlan): Refusal {
  const { policy } = ref;
  switch (outcome?.kind) {
    case 'drift':
      return {
        policy,
        why: 'drift',
        messages: [
          `the live policy differs from the base${outcome.changes?.length ? `: ${stepsWords(outcome.changes)}` : ''}; run "ordinance merge ${policy}"`,
        ],
        code: exitCode.drift,
        ...(outcome.changes && { changes: outcome.changes }),
      };
    case 'no-base':
      return {
        policy,
        why: 'no-base',
        messages: [
          outcome.takenFrom === undefined
            ? `the base of this file is unknown; run "ordinance pull ${policy}"`
            : `the base of this file comes from ${outcome.takenFrom}, not from this console; run "ordinance pull ${policy}"`,
        ],
        code: exitCode.drift,
      };
    case 'invalid':
      return { policy, why: 'invalid', messages: outcome.problems, code: exitCode.problems };
    case 'unknown-collections':
      return {
        policy,
        why: 'unknown-collections',
        messages: [
          outcome.missing.map(({ rule, collection }) => `"${rule}" names "${collection}"`).join(', '),
        ],
        code: exitCode.problems,
      };
    case undefined:
    default:
      return { policy, why: 'error', messages: [error?.message ?? ''], code: exitCode.problems };
  }
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
