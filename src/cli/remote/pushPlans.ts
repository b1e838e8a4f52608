import type { PolicyName } from '../../model/families.ts';
import { usualRemovedShare } from '../../model/pushRisk.ts';
import type { PushPlan } from '../../sync/outcomes.ts';
import { pushNeeds, type PushNeed } from '../../sync/pushNeeds.ts';
import type { PushedOne } from '../../sync/pushSeveral.ts';
import { ExpectedError, isExpected } from '../../util/errors.ts';
import { exitCode, type Output } from '../output.ts';
import type { Environment } from './environment.ts';
import type { OpenConsole } from './openConsole.ts';
import { worst } from './worst.ts';

export interface Confirmations {
  readonly confirm?: string;
  readonly empty: readonly string[];
  readonly 'allow-removals': boolean;
  readonly json: boolean;
}

/** Throws, before anything is sent, when one of the plans needs a word that was not given. */
export function checkConfirmations(
  { entry }: OpenConsole,
  plans: readonly PushPlan[],
  given: Confirmations,
): void {
  for (const plan of plans) {
    for (const need of pushNeeds(plan, entry.protected, usualRemovedShare)) {
      checkNeed(need, plan.ref.policy, given);
    }
  }
}

function checkNeed(need: PushNeed, policy: PolicyName, given: Confirmations): void {
  if (need.kind === 'protected' && given.confirm !== need.name) {
    throw new ExpectedError('protected', `${need.name} is protected. Nothing was sent.`, {
      advice: `Give --confirm ${need.name}.`,
    });
  }
  if (need.kind === 'empties-policy' && !given.empty.includes(policy)) {
    throw new ExpectedError('empties-policy', `The push would delete every rule of ${policy}.`, {
      advice: `Give --empty ${policy}. Nothing was sent.`,
    });
  }
  if (need.kind === 'many-removed' && !given['allow-removals']) {
    const { removed } = need.risk;
    throw new ExpectedError(
      'many-removed',
      `The push would remove ${removed.length === 1 ? '1 rule' : `${removed.length} rules`} of ${policy}: ${removed.map((name) => `"${name}"`).join(', ')}.`,
      { advice: 'Give --allow-removals. Nothing was sent.' },
    );
  }
}

/** Pushes one after the other, stops at the first that is not applied, prints verdicts; returns the exit code. */
export async function pushPlans(
  console: OpenConsole,
  plans: readonly PushPlan[],
  given: Confirmations,
  output: Output,
  { signal }: Environment,
): Promise<number> {
  checkConfirmations(console, plans, given);
  const verdicts: object[] = [];
  const codes: number[] = [];
  for (const plan of plans) {
    const { policy } = plan.ref;
    const confirmed = { policy, ...(given.confirm === undefined ? {} : { console: given.confirm }) };
    const { results, cancelled } = await console.sync.pushAll([plan], {
      confirmed,
      ...(signal === undefined ? {} : { signal }),
    });
    const [result] = results;
    const { verdict, why, code } = endOf(result, cancelled);
    codes.push(code);
    const { pushId } = result?.outcome ?? {};
    verdicts.push({ policy, verdict, ...(pushId && { pushId }), ...(why && { reason: why }) });
    if (!given.json) {
      const line = `${policy}: ${verdict}${why ? `: ${why}` : ''}${pushId ? ` (push ${pushId})` : ''}`;
      (code === exitCode.ok ? output.out : output.error)(line);
    }
    if (code !== exitCode.ok) {
      break;
    }
  }
  const remaining = plans.slice(verdicts.length).map(({ ref }) => ref.policy);
  if (given.json) {
    output.json({ console: console.entry.name, verdicts, remaining });
  } else if (remaining.length > 0) {
    output.error(`not begun: ${remaining.join(', ')}`);
  }
  return worst(codes);
}

function endOf(
  result: PushedOne | undefined,
  cancelled: boolean,
): { readonly verdict: string; readonly why?: string; readonly code: number } {
  if (!result || cancelled) {
    return { verdict: 'cancelled', code: exitCode.problems };
  }
  const { outcome, error } = result;
  if (!outcome) {
    const moved = isExpected(error) && ['drift', 'base-moved'].includes(error.code);
    return {
      verdict: moved ? 'drift' : 'failed',
      why: error?.message ?? '',
      code: moved ? exitCode.drift : exitCode.problems,
    };
  }
  const code = { applied: exitCode.ok, 'foreign-change': exitCode.drift }[outcome.verdict as string];
  return {
    verdict: outcome.verdict,
    ...(outcome.reason === undefined ? {} : { why: outcome.reason }),
    code: code ?? exitCode.problems,
  };
}
