import { existsSync } from 'node:fs';
import path from 'node:path';
import { destinationLines, sameDestination } from '../../core/consoleFile/destination.ts';
import { families, policyKind } from '../../core/policy/families.ts';
import { planSeveral, type SeveralPlans } from '../../core/sync/plan.ts';
import {
  needOptions,
  confirmationOf,
  isAllowed,
  needRefusalLines,
  pushNeeds,
} from '../../core/sync/pushNeeds.ts';
import { defined } from '../../core/util/defined.ts';
import { ExpectedError, isCanceled, isExpected } from '../../core/util/errors.ts';
import { defineCommand, type CommandResult } from '../command.ts';
import { exitCode, UsageError, worstCode, type Output } from '../output.ts';
import { checkConfirmed, kindsNamed, closestPolicy, placeOptions } from './arguments.ts';
import { skippedAsData, noneSkipped, reportSkipped, selectPolicies } from './skippedPolicies.ts';
import { openConsole, settleOpen, type OpenConsole } from './openConsole.ts';
import { plannedPolicy, readPlanFile, type PlanFile } from './planFile.ts';
import { noFilesMessage } from './plan.ts';
import { whileOpen } from '../../core/util/disposable.ts';
import { DEFAULT_REMOVED_SHARE } from '../../core/policy/pushRisk.ts';
import { verdictWords, type Verdict } from '../../core/sync/outcomes.ts';
import { planFacts } from '../../core/sync/planFacts.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
import { pushSeveral, DriftError, type PushedOne } from '../../core/sync/push.ts';
import { describeRefusal, refusalAsData, reportRefusals, type Refusal } from './refusal.ts';
import { stepsAsData } from './stepsAsData.ts';

/** Pushes a plan file, or plans and pushes. Never asks: each confirmation is an option. */
export const push = defineCommand({
  name: 'push',
  summary: 'pushes a plan file, or plans and pushes',
  operands: '[FILE|POLICY|FAMILY...]',
  details:
    'A FILE is a plan from "ordinance plan --out FILE". Ordinance pushes exactly this plan or nothing. Without a file, Ordinance plans and pushes the given policies, or all policies that have a file.',
  options: { ...placeOptions, ...needOptions },
  examples: [
    ['ordinance push plan.json --confirm prod-eu', 'pushes a plan file to a protected console'],
    ['ordinance push vulnerability/images', 'plans one policy and pushes it'],
  ],
  async run(call) {
    const { values, positionals, output, environment } = call;
    const [first = '', ...more] = positionals;
    const named = positionals.map((name) => name.trim());
    const isFile =
      first !== '' && !policyKind(named[0] ?? '') && !families.some((family) => family === named[0]);
    if (isFile && more.length > 0) {
      throw new UsageError('a plan file already names its policies');
    }
    const file = path.resolve(environment.folder, first);
    const suggestion = isFile && !existsSync(file) ? closestPolicy(first) : undefined;
    if (suggestion !== undefined) {
      throw new UsageError(`there is neither a file nor a policy ${first}; did you mean ${suggestion}?`);
    }
    const kindsGiven = isFile ? [] : kindsNamed(named);
    const planned = isFile ? await readPlanFile(file) : undefined;
    if (planned?.refused?.length) {
      const leftOut = planned.refused.map(({ policy, why }) => `${policy} (${why})`).join(', ');
      throw new ExpectedError(
        'plan-incomplete',
        `The plan is incomplete. Not planned: ${leftOut}. Nothing was sent.`,
        { advice: 'Fix the cause and plan again, or plan the other policies by name.' },
      );
    }
    return whileOpen(
      openConsole({ ...call, values: { ...values, console: consoleOf(values.console, planned) } }),
      async (console) => {
        checkConfirmed(console.entry.name, values);
        if (planned && !sameDestination(planned.destination, console.destination)) {
          const [planDestination, destination] = [planned.destination, console.destination].map((candidate) =>
            destinationLines(candidate).join(', '),
          );
          throw new ExpectedError(
            'plan-outdated',
            `The plan was made for ${planDestination}. ${planned.console} is ${destination} now. Nothing was sent.`,
          );
        }
        await settleOpen(console, call);
        const { kinds, skipped } = planned
          ? { kinds: kindsNamed(planned.policies.map(({ policy }) => policy)), skipped: noneSkipped }
          : await selectPolicies(kindsGiven, console);
        reportSkipped(skipped, output);
        if (!planned && kinds.length === 0) {
          output.out(noFilesMessage);
          return { code: exitCode.ok, document: { ...nothingPushed(console), ...skippedAsData(skipped) } };
        }
        const { signal } = environment;
        const several = await planSeveral(console.sync, kinds, { signal });
        if (planned) {
          checkAgainst(planned, several);
        }
        // A person who pushes a plan file saw the changes that it names.
        const wasShown = planned !== undefined && namesUnpulled(planned, several);
        const allowed = { ...values, 'allow-unpulled': values['allow-unpulled'] || wasShown };
        const { code, document } = await pushPlans(console, several, allowed, output, signal);
        return { code, document: { ...document, ...skippedAsData(skipped) } };
      },
    );
  },
});

function consoleOf(named: string | undefined, planned: PlanFile | undefined): string | undefined {
  if (planned && named !== undefined && named !== planned.console) {
    throw new UsageError(`the plan is for ${planned.console}, not for ${named}`);
  }
  return planned?.console ?? named;
}

function namesUnpulled({ policies }: PlanFile, { plans }: SeveralPlans): boolean {
  return plans.every(({ ref, unpulled = [] }) => {
    const named = policies.find(({ policy }) => policy === ref.policy)?.unpulled ?? [];
    return unpulled.every(({ name }) => named.includes(name));
  });
}

/** Throws ExpectedError `plan-outdated` unless planning again gives the very same plans. */
function checkAgainst({ policies }: PlanFile, { plans, unchanged, refused }: SeveralPlans): void {
  const outdated = (message: string, advice?: string): ExpectedError =>
    new ExpectedError('plan-outdated', `${message} Nothing was sent.`, defined({ advice }));
  for (const { policy, base, body, counts, steps, decisions } of policies) {
    const plan = plans.find(({ ref }) => ref.policy === policy);
    const current = plan && plannedPolicy(plan);
    if (current?.base !== base || current.body !== body) {
      if (refused.some(({ ref }) => ref.policy === policy)) {
        continue;
      }
      const why = unchanged.some((ref) => ref.policy === policy)
        ? 'there is nothing left to push'
        : current?.base === base
          ? 'the file changed'
          : 'the base changed';
      throw outdated(`The plan of ${policy} is out of date: ${why}.`);
    }
    if (JSON.stringify([counts, steps]) !== JSON.stringify([current.counts, current.steps])) {
      throw outdated(`The plan of ${policy} differs from the push.`);
    }
    if (JSON.stringify(decisions) !== JSON.stringify(current.decisions)) {
      throw outdated(
        `The changed decisions differ from the plan of ${policy}: the collections changed or cannot be read.`,
        'Plan again, then review the changed decisions.',
      );
    }
  }
}

interface PrintedEnd {
  readonly policy: string;
  /** A push without a result was canceled, refused as out of date, or failed. */
  readonly verdict: Verdict | 'canceled' | 'drift' | 'failed';
  readonly pushId?: string;
  readonly reason?: string;
  /** Changes that the console made to the sent policy, one sentence each. */
  readonly consoleEdits?: readonly string[];
  /** Changes of the live policy after the plan. */
  readonly changes?: readonly object[];
}

const ends: Readonly<Record<PrintedEnd['verdict'], { readonly words: string; readonly code: number }>> = {
  applied: { words: verdictWords('applied'), code: exitCode.ok },
  'not-applied': { words: verdictWords('not-applied'), code: exitCode.problems },
  'foreign-change': { words: verdictWords('foreign-change'), code: exitCode.drift },
  unknown: { words: verdictWords('unknown'), code: exitCode.problems },
  canceled: { words: 'canceled', code: exitCode.problems },
  drift: { words: 'drift', code: exitCode.drift },
  failed: { words: 'failed', code: exitCode.problems },
};

/** The document of a command that pushed nothing. */
export function nothingPushed({ entry, destination }: OpenConsole) {
  return { console: entry.name, destination, verdicts: [], remaining: [] };
}

interface PushedByCommand extends CommandResult {
  readonly results: readonly PushedOne[];
}

/**
 * Pushes plans without questions, and prints the results. `values` are the options of the command line. Sends
 * nothing when one policy is refused, and stops at the first policy that is not applied.
 */
export async function pushPlans(
  console: OpenConsole,
  several: SeveralPlans,
  values: Readonly<Record<string, unknown>>,
  output: Output,
  signal: AbortSignal | undefined,
): Promise<PushedByCommand> {
  const { destination, sync } = console;
  const { plans } = several;
  const verdicts: PrintedEnd[] = [];
  const results: PushedOne[] = [];
  const remaining = () => plans.slice(results.length).map(({ ref }) => ref.policy);
  const resultOf = (codes: readonly number[], refused: readonly Refusal[] = []): PushedByCommand => ({
    results,
    code: worstCode(codes),
    document: {
      ...nothingPushed(console),
      verdicts,
      remaining: remaining(),
      ...(refused.length > 0 && { refused: refused.map(refusalAsData) }),
    },
  });
  const needing = plans.map((plan) => ({
    plan,
    needs: pushNeeds(plan, sync.isProtected(), DEFAULT_REMOVED_SHARE),
  }));
  // A plan that is missing comes first: without it, the other policies are not pushed either.
  const refused =
    several.refused.length > 0
      ? several.refused.map(describeRefusal)
      : needing.flatMap(({ plan, needs }) =>
          needs
            .filter((need) => !isAllowed(plan, need, values))
            .map(({ kind }) => ({
              policy: plan.ref.policy,
              why: kind,
              messages: needRefusalLines({ plan, kind }),
              code: exitCode.problems,
            })),
        );
  reportRefusals(refused, output);
  if (refused.length > 0) {
    output.error('Nothing was sent.');
    return resultOf(
      refused.map(({ code }) => code),
      refused,
    );
  }
  output.out(plans.length > 0 ? `pushing to ${destinationLines(destination).join(', ')}` : 'nothing to push');
  for (const plan of plans) {
    planFacts(plan, 'risk', 'note', 'test', 'warning').forEach((line) =>
      output.error(`${plan.ref.policy}: ${line}`),
    );
  }
  const codes: number[] = [];
  const confirmations = new Map(needing.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
  for await (const result of pushSeveral(sync, plans, confirmations, { signal })) {
    const end = endOf(result);
    results.push(result);
    verdicts.push(end);
    codes.push(printEnd(end, output));
  }
  if (remaining().length > 0) {
    output.error(`not begun: ${remaining().join(', ')}`);
  }
  return resultOf(codes);
}

function endOf({ plan, outcome, error }: PushedOne): PrintedEnd {
  const { policy } = plan.ref;
  if (outcome) {
    const { verdict, pushId, reason, consoleEdits } = outcome;
    return defined({ policy, verdict, pushId, reason, consoleEdits });
  }
  if (isCanceled(error)) {
    return { policy, verdict: 'canceled' };
  }
  const isMoved = isExpected(error) && ['drift', 'base-moved'].includes(error.code);
  const changes = error instanceof DriftError ? error.drift.changes : undefined;
  const reason =
    error && (changes?.length ? `${error.message} What was done: ${stepsWords(changes)}` : error.message);
  const verdict = isMoved ? 'drift' : 'failed';
  return defined({ policy, verdict, reason, changes: changes && stepsAsData(changes) });
}

/** Prints the end of a push, and returns its exit code. */
function printEnd(
  { policy, verdict, reason, pushId, consoleEdits = [] }: PrintedEnd,
  output: Output,
): number {
  const { words, ...own } = ends[verdict];
  // An applied push with a reason needs another step, without which the next run fails.
  const code = own.code || (reason === undefined ? exitCode.ok : exitCode.problems);
  const line = `${policy}: ${words}${reason ? `: ${reason}` : ''}${pushId ? ` (push ${pushId})` : ''}`;
  for (const text of [line, ...consoleEdits.map((edit) => `  ${edit}`)]) {
    if (code === exitCode.ok) {
      output.out(text, 'green');
    } else {
      output.error(text);
    }
  }
  return code;
}
