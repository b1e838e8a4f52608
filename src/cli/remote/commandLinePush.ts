import { defined } from '../../core/util/defined.ts';
import { destinationLines } from '../../core/consoleFile/destination.ts';
import { DEFAULT_REMOVED_SHARE } from '../../core/policy/pushRisk.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { planFacts } from '../../core/sync/planFacts.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import type { Confirmations, PlanWithNeeds, Pushed, PushedOne, PushPort } from '../../core/sync/pushFlow.ts';
import { DriftError } from '../../core/sync/push.ts';
import { confirmationOf, isAllowed, needRefusal, type NeedOptionValues } from '../../core/sync/pushNeeds.ts';
import { isCanceled, isExpected } from '../../core/util/errors.ts';
import type { End } from '../command.ts';
import { exitCode, worstCode, type Output } from '../output.ts';
import type { OpenConsole } from './openConsole.ts';
import { verdictWords } from '../../core/sync/recordFacts.ts';
import { refusal, refusalAsData, reportRefusals, type Refusal } from './refusal.ts';
import { stepsAsData } from './stepsAsData.ts';

interface Push {
  readonly console: OpenConsole;
  readonly output: Output;
  readonly signal: AbortSignal | undefined;
  /** The options that apply to the plans; undefined when none is pushed, which was printed. */
  allowed(several: SeveralPlans): Promise<NeedOptionValues | undefined>;
}

interface Verdict {
  readonly policy: string;
  readonly verdict: string;
  readonly pushId?: string;
  readonly reason?: string;
  /** Changes that the console made to the sent policy, one sentence each. */
  readonly consoleEdits?: readonly string[];
  /** Changes of the live policy after the plan. */
  readonly changes?: readonly object[];
}

/**
 * A push of the command line: never asks, sends nothing when one policy is left out, stops at the first that is not
 * applied, and prints verdicts. `end` is how it ended.
 */
export class CommandLinePush implements PushPort {
  readonly removedShare = DEFAULT_REMOVED_SHARE;
  readonly #push: Push;
  readonly #verdicts: Verdict[] = [];
  readonly #codes: number[] = [];
  #refused: readonly Refusal[] = [];
  #remaining: readonly string[] = [];

  constructor(push: Push) {
    this.#push = push;
  }

  get end(): End {
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
    const allowed = await this.#push.allowed(several);
    if (!allowed) {
      return undefined;
    }
    this.#refused = several.refused.map(refusal);
    this.#codes.push(...this.#refused.map(({ code }) => code));
    reportRefusals(this.#refused, output);
    if (several.refused.length > 0) {
      this.#remaining = several.plans.map(({ ref }) => ref.policy);
      output.error('Nothing was sent.');
      return undefined;
    }
    for (const { plan, needs } of plans) {
      const refused = needs.find((need) => !isAllowed(plan, need, allowed));
      if (refused) {
        throw needRefusal(plan, refused);
      }
    }
    return new Map(plans.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
  }

  async whilePushing(
    plans: readonly PushPlan[],
    work: (signal?: AbortSignal) => Promise<Pushed>,
  ): Promise<Pushed> {
    const { console, output, signal } = this.#push;
    output.out(
      plans.length > 0 ? `pushing to ${destinationLines(console.destination).join(', ')}` : 'nothing to push',
    );
    for (const plan of plans) {
      planFacts(plan, 'risk', 'note', 'warning').forEach((line) =>
        output.error(`${plan.ref.policy}: ${line}`),
      );
    }
    const pushed = await work(signal);
    const remaining = pushed.remaining.map(({ ref }) => ref.policy);
    const canceled = pushed.canceled ? remaining.shift() : undefined;
    if (canceled !== undefined) {
      this.#say({ policy: canceled, verdict: 'canceled' }, exitCode.problems);
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
      // Applied with a reason: something is left to do here, and the next run would stumble over it.
      const applied = reason === undefined ? exitCode.ok : exitCode.problems;
      const code = { applied, 'foreign-change': exitCode.drift }[verdict as string];
      this.#say(defined({ policy, verdict, pushId, reason, consoleEdits }), code ?? exitCode.problems);
    } else if (!isCanceled(error)) {
      const isMoved = isExpected(error) && ['drift', 'base-moved'].includes(error.code);
      const changes = error instanceof DriftError ? error.changes : undefined;
      const reason =
        error && (changes?.length ? `${error.message} What was done: ${stepsWords(changes)}` : error.message);
      this.#say(
        defined({
          policy,
          verdict: isMoved ? 'drift' : 'failed',
          reason,
          changes: changes && stepsAsData(changes),
        }),
        isMoved ? exitCode.drift : exitCode.problems,
      );
    }
  }

  #say(end: Verdict, code: number): void {
    this.#verdicts.push(end);
    this.#codes.push(code);
    const { policy, verdict, reason, pushId, consoleEdits = [] } = end;
    const line = `${policy}: ${verdictWords[verdict as keyof typeof verdictWords] ?? verdict}${reason ? `: ${reason}` : ''}${pushId ? ` (push ${pushId})` : ''}`;
    const { output } = this.#push;
    for (const each of [line, ...consoleEdits.map((edit) => `  ${edit}`)]) {
      if (code === exitCode.ok) {
        output.out(each, 'green');
      } else {
        output.error(each);
      }
    }
  }
}
