import { l10n } from '../../core/util/l10n.ts';
import type { PushOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import type { WhyOld } from '../../core/sync/whyOld.ts';

/** How the push of a plan ended. */
export type PlanEnding =
  | {
      readonly kind: 'verdict';
      readonly outcome: Pick<
        PushOutcome,
        'verdict' | 'pushId' | 'openedAt' | 'reason' | 'consoleEdits' | 'mayArriveUntil'
      > & {
        readonly snapshot?: string;
      };
    }
  /** Nothing was sent. `canMerge`: because live is another one than the file started from. */
  | { readonly kind: 'refused'; readonly reason: string; readonly canMerge?: boolean }
  /** It failed after the sending had begun: only the History says how it ended. */
  | { readonly kind: 'broken'; readonly reason: string };

/** What a plan that is shown is by now. */
export type PlanStanding =
  | { readonly kind: 'current'; readonly again?: { readonly at: Date; readonly isSame: boolean } }
  | {
      readonly kind: 'old';
      readonly why: WhyOld;
      readonly since: Date;
      /** Why it cannot be made again as things are. */
      readonly reason?: string;
    }
  | { readonly kind: 'pushing'; readonly since: Date }
  | { readonly kind: 'ended'; readonly at: Date; readonly ending: PlanEnding };

/** Whether it can still be pushed, or made again. */
export function isOpen({ kind }: PlanStanding): boolean {
  return kind === 'current' || kind === 'old';
}

/** What a push is called, for what it is for. */
export interface StandingWords {
  /** "Not pushed". */
  readonly refused: string;
  done(plan: PushPlan): string;
}

export interface StandingFacts {
  readonly plan: PushPlan;
  readonly standing: PlanStanding;
  readonly words: StandingWords;
}

type Time = (at: Date) => string;

/** What a plan document says of itself at its top, one line each; nothing while it stands as it was first made. */
export function standingLines({ plan, standing, words }: StandingFacts, time: Time): string[] {
  switch (standing.kind) {
    case 'current':
      return standing.again
        ? [
            standing.again.isSame
              ? l10n.t('Made again at {0}. It is the same as before.', time(standing.again.at))
              : l10n.t('MADE AGAIN at {0}. It differs from before.', time(standing.again.at)),
          ]
        : [];
    case 'old':
      return [
        l10n.t('OUT OF DATE: {0} The plan was made at {1}.', whyWords(standing.why, plan), time(plan.madeAt)),
        ...(standing.reason === undefined ? [] : [reasonLine(standing.reason)]),
      ];
    case 'pushing':
      return [l10n.t('Being pushed since {0}.', time(standing.since))];
    case 'ended':
    default:
      return endingLines(plan, standing, words, time);
  }
}

function whyWords(why: WhyOld, { ref: { policy, console } }: PushPlan): string {
  switch (why) {
    case 'file':
      return l10n.t('the file of {0} was changed after it.', policy);
    case 'live':
      return l10n.t('{0} was changed on {1} after it.', policy, console);
    case 'base':
      return l10n.t('{0} was pushed, pulled or merged after it.', policy);
    case 'destination':
      return l10n.t('{0} was changed in ordinance.yaml after it.', console);
  }
}

function endingLines(
  plan: PushPlan,
  { at, ending }: PlanStanding & { kind: 'ended' },
  words: StandingWords,
  time: Time,
): string[] {
  const { policy, console } = plan.ref;
  const when = time(at);
  if (ending.kind === 'refused') {
    return [
      l10n.t('RECEIPT, {0}, {1}: {2}. Nothing was sent to {3}.', when, policy, words.refused, console),
      reasonLine(ending.reason),
    ];
  }
  if (ending.kind === 'broken') {
    return [
      l10n.t('RECEIPT, {0}: {1} failed on {2} after it was sent.', when, policy, console),
      reasonLine(ending.reason),
      l10n.t('The History says how it ended.'),
    ];
  }
  const { verdict, pushId, reason, mayArriveUntil, consoleEdits = [] } = ending.outcome;
  const said: Readonly<Record<typeof verdict, string>> = {
    applied: l10n.t('RECEIPT, {0}, applied. {1}', when, words.done(plan)),
    'not-applied': l10n.t('RECEIPT, {0}, NOT APPLIED: {1} did not take {2}.', when, console, policy),
    'foreign-change': l10n.t(
      'RECEIPT, {0}, FOREIGN CHANGE: {1} holds something else in {2} than what was sent.',
      when,
      console,
      policy,
    ),
    unknown: l10n.t('RECEIPT, {0}, UNKNOWN: nobody knows yet whether {1} took {2}.', when, console, policy),
  };
  return [
    said[verdict],
    ...(mayArriveUntil ? [l10n.t('Until {0} it may still be applied.', time(mayArriveUntil))] : []),
    ...(reason === undefined ? [] : [reasonLine(reason)]),
    ...consoleEdits,
    l10n.t('Entry of the History: {0}', pushId),
  ];
}

/** What a console answered is told as that: no line of ours begins with it. */
function reasonLine(reason: string): string {
  return l10n.t('Reason: {0}', reason);
}
