import { defined } from '../../core/util/defined.ts';
import { destinationLines } from '../../core/consoleFile/destination.ts';
import { DEFAULT_REMOVED_SHARE } from '../../core/policy/pushRisk.ts';
import { verdictWords, type PushPlan, type Verdict } from '../../core/sync/outcomes.ts';
import { planFacts } from '../../core/sync/planFacts.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import type {
  Confirmations,
  PlanWithNeeds,
  PushResults,
  PushedOne,
  PushPort,
} from '../../core/sync/pushFlow.ts';
import { DriftError } from '../../core/sync/push.ts';
import { confirmationOf, isAllowed, needRefusalLines, type PushNeed } from '../../core/sync/pushNeeds.ts';
import { isCanceled, isExpected } from '../../core/util/errors.ts';
import type { CommandResult } from '../command.ts';
import { exitCode, worstCode, type Output } from '../output.ts';
import type { OpenConsole } from './openConsole.ts';
import { describeRefusal, refusalAsData, reportRefusals, type Refusal } from './refusal.ts';
import { stepsAsData } from './stepsAsData.ts';

interface Push {
  readonly console: OpenConsole;
  readonly output: Output;
  readonly signal: AbortSignal | undefined;
  /** The values of the options for these plans. Undefined when nothing is pushed, after a message. */
  optionsFor(several: SeveralPlans): Promise<Readonly<Record<string, unknown>> | undefined>;
}

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
  applied: { words: verdictWords.applied, code: exitCode.ok },
  'not-applied': { words: verdictWords['not-applied'], code: exitCode.problems },
  'foreign-change': { words: verdictWords['foreign-change'], code: exitCode.drift },
  unknown: { words: verdictWords.unknown, code: exitCode.problems },
  canceled: { words: 'canceled', code: exitCode.problems },
  drift: { words: 'drift', code: exitCode.drift },
  failed: { words: 'failed', code: exitCode.problems },
};

/** The refusal of a policy without a confirmation that it needs. */
function unconfirmed(plan: PushPlan, { kind }: PushNeed): Refusal {
  const messages = needRefusalLines({ plan, kind });
  return { policy: plan.ref.policy, why: kind, messages, code: exitCode.problems };
}

/**
 * Pushes without questions. Sends nothing when one policy is refused, stops at the first policy that is not
 * applied, and prints the results.
 */
export class CommandLinePush implements PushPort {
  readonly removedShare = DEFAULT_REMOVED_SHARE;
  readonly #push: Push;
  readonly #verdicts: PrintedEnd[] = [];
  readonly #codes: number[] = [];
  #refused: readonly Refusal[] = [];
  #remaining: readonly string[] = [];

  constructor(push: Push) {
    this.#push = push;
  }

  get end(): CommandResult {
    const { entry, destination } = this.#push.console;
    return {
      code: worstCode(this.#codes),
      document: {
        console: entry.name,
        destination,
        verdicts: this.#verdicts,
        remaining: this.#remaining,
        ...(this.#refused.length > 0 && { refused: this.#refused.map(refusalAsData) }),
      },
    };
  }

  whilePlanning(work: (signal?: AbortSignal) => Promise<SeveralPlans>): Promise<SeveralPlans> {
    return work(this.#push.signal);
  }

  async confirm(several: SeveralPlans, plans: readonly PlanWithNeeds[]): Promise<Confirmations | undefined> {
    const { output } = this.#push;
    const options = await this.#push.optionsFor(several);
    if (!options) {
      return undefined;
    }
    // A plan that is missing comes first: without it, the other policies are not pushed either.
    this.#refused =
      several.refused.length > 0
        ? several.refused.map(describeRefusal)
        : plans.flatMap(({ plan, needs }) =>
            needs.filter((need) => !isAllowed(plan, need, options)).map((need) => unconfirmed(plan, need)),
          );
    this.#codes.push(...this.#refused.map(({ code }) => code));
    reportRefusals(this.#refused, output);
    if (this.#refused.length > 0) {
      this.#remaining = several.plans.map(({ ref }) => ref.policy);
      output.error('Nothing was sent.');
      return undefined;
    }
    return new Map(plans.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
  }

  async whilePushing(
    plans: readonly PushPlan[],
    work: (signal?: AbortSignal) => Promise<PushResults>,
  ): Promise<PushResults> {
    const { console, output, signal } = this.#push;
    output.out(
      plans.length > 0 ? `pushing to ${destinationLines(console.destination).join(', ')}` : 'nothing to push',
    );
    for (const plan of plans) {
      planFacts(plan, 'risk', 'note', 'test', 'warning').forEach((line) =>
        output.error(`${plan.ref.policy}: ${line}`),
      );
    }
    const pushed = await work(signal);
    const remaining = pushed.remaining.map(({ ref }) => ref.policy);
    const canceled = pushed.canceled ? remaining.shift() : undefined;
    if (canceled !== undefined) {
      this.#print({ policy: canceled, verdict: 'canceled' });
    }
    this.#remaining = remaining;
    if (remaining.length > 0) {
      output.error(`not begun: ${remaining.join(', ')}`);
    }
    return pushed;
  }

  ended({ plan, outcome, error }: PushedOne): void {
    const { policy } = plan.ref;
    if (outcome) {
      const { verdict, pushId, reason, consoleEdits } = outcome;
      this.#print(defined({ policy, verdict, pushId, reason, consoleEdits }));
    } else if (!isCanceled(error)) {
      const isMoved = isExpected(error) && ['drift', 'base-moved'].includes(error.code);
      const changes = error instanceof DriftError ? error.changes : undefined;
      const reason =
        error && (changes?.length ? `${error.message} What was done: ${stepsWords(changes)}` : error.message);
      const verdict = isMoved ? 'drift' : 'failed';
      this.#print(defined({ policy, verdict, reason, changes: changes && stepsAsData(changes) }));
    }
  }

  #print(end: PrintedEnd): void {
    const { policy, verdict, reason, pushId, consoleEdits = [] } = end;
    const { words, ...own } = ends[verdict];
    // An applied push with a reason needs another step, without which the next run fails.
    const code = own.code || (reason === undefined ? exitCode.ok : exitCode.problems);
    this.#verdicts.push(end);
    this.#codes.push(code);
    const line = `${policy}: ${words}${reason ? `: ${reason}` : ''}${pushId ? ` (push ${pushId})` : ''}`;
    const { output } = this.#push;
    for (const text of [line, ...consoleEdits.map((edit) => `  ${edit}`)]) {
      if (code === exitCode.ok) {
        output.out(text, 'green');
      } else {
        output.error(text);
      }
    }
  }
}
