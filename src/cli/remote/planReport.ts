import type { RefusedPlan, SeveralPlans } from '../../core/sync/planSeveral.ts';
import { planDocument } from '../../core/sync/planDocument.ts';
import { planNotes } from '../../core/sync/planNotes.ts';
import { exitCode, type Output } from '../output.ts';
import type { OpenConsole } from './openConsole.ts';
import { consequencesAsJson } from './planConsequences.ts';
import { worst } from './worst.ts';

/** Why a policy cannot be pushed as it is, in the words and with the exit code of the command line. */
export function refusal({ ref, outcome, error }: RefusedPlan): {
  readonly policy: string;
  readonly why: string;
  readonly messages: readonly string[];
  readonly code: number;
} {
  const { policy } = ref;
  switch (outcome?.kind) {
    case 'drift':
      return { policy, why: 'drift', messages: ['live was changed since the base'], code: exitCode.drift };
    case 'no-base':
      return {
        policy,
        why: 'no-base',
        messages: [
          outcome.takenFrom === undefined
            ? 'it is not known which live document this file was made from; pull first'
            : `this file was made from the policy at ${outcome.takenFrom}, which is another place than the console; pull first`,
        ],
        code: exitCode.drift,
      };
    case 'invalid':
      return { policy, why: 'invalid', messages: outcome.problems, code: exitCode.problems };
    case 'unknown-collections':
      return {
        policy,
        why: 'unknown-collections',
        messages: outcome.missing.map(({ rule, collection }) => `"${rule}" names "${collection}"`),
        code: exitCode.problems,
      };
    case undefined:
    default:
      return { policy, why: 'error', messages: [error?.message ?? ''], code: exitCode.problems };
  }
}

/** Prints plans and refusals; returns the exit code of `plan`. */
export function reportPlans(
  { entry, destination }: Pick<OpenConsole, 'entry' | 'destination'>,
  { plans, unchanged, refused }: SeveralPlans,
  json: boolean,
  output: Output,
): number {
  const refusals = refused.map(refusal);
  if (json) {
    output.json({
      console: entry.name,
      destination,
      plans: plans.map((plan) => ({
        policy: plan.ref.policy,
        counts: plan.counts,
        live: plan.liveHash,
        body: plan.bodyHash,
        emptiesPolicy: plan.emptiesPolicy,
        notes: planNotes(plan),
        ...consequencesAsJson(plan.consequences),
        steps: planDocument(plan).split('\n'),
      })),
      unchanged: unchanged.map(({ policy }) => policy),
      refused: refusals.map(({ policy, why, messages }) => ({ policy, why, messages })),
    });
  } else {
    plans.forEach((plan) => output.text(planDocument(plan)));
    for (const { policy, why, messages } of refusals) {
      messages.forEach((message) => output.error(`${policy}: ${why}: ${message}`));
    }
    if (plans.length + refusals.length === 0) {
      output.out('nothing to push');
    }
  }
  return worst([...refusals.map(({ code }) => code), plans.length > 0 ? exitCode.changes : exitCode.ok]);
}
