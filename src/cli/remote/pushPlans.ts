import { destinationLines } from '../../core/consoles/destination.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import { usualRemovedShare, type RemovedRule } from '../../core/policy/pushRisk.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { planNotes } from '../../core/sync/planNotes.ts';
import { pushNeeds, riskOf, type PushConfirmation, type PushNeed } from '../../core/sync/pushNeeds.ts';
import type { PushedOne } from '../../core/sync/pushSeveral.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import { exitCode, type Output } from '../output.ts';
import type { Environment } from './environment.ts';
import type { OpenConsole } from './openConsole.ts';
import { worst } from './worst.ts';

export interface Confirmations {
  readonly confirm?: string;
  readonly empty: readonly string[];
  readonly 'allow-removals': boolean;
  readonly 'allow-open': boolean;
  readonly 'allow-unpulled': boolean;
  readonly 'allow-foreign': boolean;
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
  switch (need.kind) {
    case 'protected':
      if (given.confirm !== need.name) {
        throw new ExpectedError('protected', `${need.name} is protected. Nothing was sent.`, {
          advice: `Give --confirm ${need.name}.`,
        });
      }
      return;
    case 'empties-policy':
      if (!given.empty.includes(policy)) {
        throw new ExpectedError('empties-policy', `The push would delete every rule of ${policy}.`, {
          advice: `Give --empty ${policy}. Nothing was sent.`,
        });
      }
      return;
    case 'many-removed':
      if (!given['allow-removals']) {
        throw new ExpectedError('many-removed', `The push would ${removalWords(need.risk.rules, policy)}.`, {
          advice: 'Give --allow-removals. Nothing was sent.',
        });
      }
      return;
    case 'may-still-arrive':
      if (!given['allow-open']) {
        const until = new Date(Math.max(...need.pushes.map((push) => push.until.getTime())));
        throw new ExpectedError(
          'may-still-arrive',
          `An earlier push of ${policy} may still arrive, until ${until.toISOString()}, and would take this one back.`,
          { advice: 'Wait until then, or give --allow-open. Nothing was sent.' },
        );
      }
      return;
    case 'unpulled':
      if (!given['allow-unpulled']) {
        const names = need.changes.map(({ rule }) => (rule === undefined ? '(document)' : `"${rule}"`));
        throw new ExpectedError(
          'unpulled',
          `The push would remove, change or move what was never pulled here: ${names.join(', ')} of ${policy}. That the file was made from it is only what the repository says.`,
          { advice: 'Push a plan on file, pull, or give --allow-unpulled. Nothing was sent.' },
        );
      }
      return;
    case 'foreign-snapshot':
      if (!given['allow-foreign']) {
        throw new ExpectedError(
          'foreign-snapshot',
          `The push of ${policy} that would be undone was not written by this machine: what it says may be anybody's.`,
          {
            advice:
              'Look at it with --dry-run, and give --allow-foreign; or give the key that it was written with in ORDINANCE_MACHINE_KEY. Nothing was sent.',
          },
        );
      }
      return;
    case 'override':
    default:
      throw new ExpectedError('not-confirmed', `The push of ${policy} can only be confirmed in the editor.`, {
        advice: 'Nothing was sent.',
      });
  }
}

function removalWords(rules: readonly RemovedRule[], policy: PolicyName): string {
  const verb = rules.every(({ reason }) => reason === 'removed') ? 'remove' : 'remove, disable or replace';
  const list = rules.map(({ name, reason }) => `"${name}" (${reason})`).join(', ');
  return `${verb} ${rules.length === 1 ? '1 rule' : `${rules.length} rules`} of ${policy}: ${list}`;
}

/** What was given by options, as a push wants it: by name. */
function confirmationOf(plan: PushPlan, given: Confirmations): PushConfirmation {
  return {
    policy: plan.ref.policy,
    ...(given.confirm === undefined ? {} : { console: given.confirm }),
    ...(given['allow-removals'] ? { removed: riskOf(plan).removed } : {}),
    ...(given['allow-unpulled'] ? { unpulled: plan.unpulled?.map(({ name }) => name) ?? [] } : {}),
    ...(given['allow-foreign'] && plan.restores !== undefined ? { foreign: plan.restores } : {}),
    ...(given['allow-open'] ? { earlier: plan.earlier?.map(({ pushId }) => pushId) ?? [] } : {}),
  };
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
  if (!given.json) {
    output.out(
      plans.length > 0 ? `pushing to ${destinationLines(console.destination).join(', ')}` : 'nothing to push',
    );
  }
  for (const plan of plans) {
    planNotes(plan).forEach((line) => output.error(`${plan.ref.policy}: ${line}`));
  }
  const verdicts: object[] = [];
  const codes: number[] = [];
  for (const plan of plans) {
    const { policy } = plan.ref;
    const confirmed = confirmationOf(plan, given);
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
    const { entry, destination } = console;
    output.json({ console: entry.name, destination, verdicts, remaining });
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
