import type { L10n } from '../platform/l10n.ts';
import type { PushOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import type { WhyOld } from '../../core/sync/whyOld.ts';

/** How the push of a plan ended. */
export type PlanEnding =
  | {
      readonly kind: 'verdict';
      readonly outcome: Pick<PushOutcome, 'verdict' | 'pushId' | 'reason' | 'mayArriveUntil'>;
    }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It failed after the sending had begun: only the History says how it ended. */
  | { readonly kind: 'broken'; readonly reason: string };

/** What a plan that is shown is by now. */
export type PlanStanding =
  | { readonly kind: 'current'; readonly again?: { readonly at: Date; readonly isSame: boolean } }
  | { readonly kind: 'old'; readonly why: WhyOld; readonly since: Date }
  | { readonly kind: 'pushing'; readonly since: Date }
  | { readonly kind: 'ended'; readonly at: Date; readonly ending: PlanEnding };

/** The command that makes a plan like it. */
export type PlanOrigin = 'push' | 'override' | 'restore' | 'several';

export interface StandingFacts {
  readonly plan: Pick<PushPlan, 'ref' | 'madeAt'>;
  readonly standing: PlanStanding;
  readonly origin: PlanOrigin;
}

/** What a plan document says of itself at its top, one line each; nothing while it stands as it was first made. */
export function standingLines(
  { plan, standing, origin }: StandingFacts,
  l10n: L10n,
  time: (at: Date) => string,
): string[] {
  switch (standing.kind) {
    case 'current':
      return standing.again
        ? [
            standing.again.isSame
              ? l10n.t('Made again at {0}. It is the same as before.', time(standing.again.at))
              : l10n.t('Made again at {0}. It differs from before.', time(standing.again.at)),
          ]
        : [];
    case 'old':
      return [
        l10n.t(
          'Out of date: {0} The plan was made at {1}.',
          whyWords(standing.why, plan, l10n),
          time(plan.madeAt),
        ),
        againWords(origin, l10n),
      ];
    case 'pushing':
      return [l10n.t('Being pushed since {0}.', time(standing.since))];
    case 'ended':
    default:
      return endingLines(plan, standing.at, standing.ending, origin, { l10n, time });
  }
}

function whyWords(why: WhyOld, { ref: { policy, console } }: StandingFacts['plan'], l10n: L10n): string {
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

function againWords(origin: PlanOrigin, l10n: L10n): string {
  switch (origin) {
    case 'push':
      return l10n.t('"Preview Push" makes a new one. "Push Policy…" makes one as well, shows it and asks.');
    case 'override':
      return l10n.t('"Override Live Changes…" makes a new one, shows it and asks.');
    case 'restore':
      return l10n.t('Undo or restore again to make a new one; it is shown, and asked about.');
    case 'several':
      return l10n.t('"Push All Edited…" makes a new one, shows it and asks.');
  }
}

function endingLines(
  { ref: { policy, console } }: StandingFacts['plan'],
  at: Date,
  ending: PlanEnding,
  origin: PlanOrigin,
  { l10n, time }: { readonly l10n: L10n; readonly time: (at: Date) => string },
): string[] {
  const when = time(at);
  if (ending.kind === 'refused') {
    return [
      l10n.t('Receipt: {0} was NOT pushed to {1}, at {2}. Nothing was sent.', policy, console, when),
      ending.reason,
      againWords(origin, l10n),
    ];
  }
  if (ending.kind === 'broken') {
    return [
      l10n.t('Receipt: the push of {0} to {1} failed at {2} after it was sent.', policy, console, when),
      ending.reason,
      l10n.t('The History says how it ended.'),
    ];
  }
  const { verdict, pushId, reason, mayArriveUntil } = ending.outcome;
  const words: Readonly<Record<typeof verdict, string>> = {
    applied: l10n.t('Receipt: {0} was pushed to {1} at {2}: applied.', policy, console, when),
    'not-applied': l10n.t('Receipt: {0} was pushed to {1} at {2}: NOT applied.', policy, console, when),
    'foreign-change': l10n.t(
      'Receipt: {0} was pushed to {1} at {2}: the console holds something else than what was sent.',
      policy,
      console,
      when,
    ),
    unknown: l10n.t(
      'Receipt: {0} was pushed to {1} at {2}: it is NOT known how it ended.',
      policy,
      console,
      when,
    ),
  };
  return [
    words[verdict],
    ...(mayArriveUntil ? [l10n.t('Until {0} it may still be applied.', time(mayArriveUntil))] : []),
    ...(reason === undefined ? [] : [reason]),
    l10n.t('Entry of the History: {0}', pushId),
  ];
}
