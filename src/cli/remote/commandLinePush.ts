import { defined } from '../../core/util/defined.ts';
import { destinationLines } from '../../core/consoleFile/destination.ts';
import { DEFAULT_REMOVED_SHARE } from '../../core/policy/pushRisk.ts';
import { verdictWords, type Verdict } from '../../core/sync/outcomes.ts';
import { planFacts } from '../../core/sync/planFacts.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
import type { SeveralPlans, PushedOne } from '../../core/sync/pushSeveral.ts';
import { DriftError } from '../../core/sync/push.ts';
import { confirmationOf, isAllowed, needRefusalLines } from '../../core/sync/pushNeeds.ts';
import { isCanceled, isExpected } from '../../core/util/errors.ts';
import type { CommandResult } from '../command.ts';
import { exitCode, worstCode, type Output } from '../output.ts';
import type { OpenConsole } from './openConsole.ts';
import { describeRefusal, refusalAsData, reportRefusals, type Refusal } from './refusal.ts';
import { stepsAsData } from './stepsAsData.ts';

/** The end of a push that has no result: it was canceled, refused as out of date, or failed. */
type EndWithoutResult = 'canceled' | 'drift' | 'failed';

interface PrintedEnd {
  readonly policy: string;
  readonly verdict: Verdict | EndWithoutResult;
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
  const needing = sync.withNeeds(plans, DEFAULT_REMOVED_SHARE);
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
  for await (const result of sync.pushAll(plans, confirmations, { signal })) {
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
  const changes = error instanceof DriftError ? error.changes : undefined;
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
