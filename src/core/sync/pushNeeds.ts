import { ruleFormOf } from '../policy/comparisonForm.ts';
import { policyKind, type PolicyName } from '../policy/families.ts';
import { isUnusual, pushRisk, type PushRisk } from '../policy/pushRisk.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { ExpectedError } from '../util/errors.ts';
import type { PlannedTests } from '../policyTest/plannedTests.ts';
import type { EarlierPush, LostChange, PushPlan } from './outcomes.ts';

/** What was typed or named before a push, where it needs that. */
export interface PushConfirmation {
  /** The policy's name, typed: needed when the push leaves it without any rule. */
  readonly policy?: string;
  /** The console's name, typed: needed when the console is protected. */
  readonly console?: string;
  /** Every `name` of the plan's `overrides.lost`. */
  readonly lost?: readonly string[];
  /** The id of every one of the plan's `earlier`. */
  readonly earlier?: readonly string[];
  /** The names of all rules that an unusual removal takes away. */
  readonly removed?: readonly string[];
  /** Every `name` of the plan's `unpulled`. */
  readonly unpulled?: readonly string[];
  /** The policy's name, typed: needed where tests of it do not hold. */
  readonly failing?: string;
  /** Hash of the snapshot of a push that this machine did not write down. */
  readonly foreign?: string;
  /** That decisions become weaker: agreed to where that is asked. */
  readonly weaker?: true;
}

const needOf: Readonly<Record<keyof PushConfirmation, ConfirmedNeed>> = {
  policy: 'empties-policy',
  console: 'protected',
  lost: 'override',
  earlier: 'may-still-arrive',
  removed: 'many-removed',
  unpulled: 'unpulled',
  failing: 'failing-tests',
  foreign: 'foreign-snapshot',
  weaker: 'weaker',
};

/** What somebody said yes to before a push: a person who was asked, or an option of the command line. */
export type ConfirmedNeed = PushNeed['kind'] | 'weaker';

export function confirmedNeeds(confirmed: PushConfirmation): readonly ConfirmedNeed[] {
  return (Object.keys(needOf) as (keyof PushConfirmation)[])
    .filter((key) => confirmed[key] !== undefined)
    .map((key) => needOf[key]);
}

const confirmedWords: Readonly<Record<ConfirmedNeed, string>> = {
  protected: 'the name of the protected console',
  'empties-policy': 'that every rule is deleted',
  override: 'that changes of somebody else are undone',
  'may-still-arrive': 'that an earlier push may still arrive',
  unpulled: 'that it undoes what was done there, or was never pulled',
  'failing-tests': 'that tests of the policy do not hold',
  'foreign-snapshot': 'that another machine wrote down what is restored',
  'many-removed': 'which rules are removed, disabled or replaced',
  weaker: 'that decisions become weaker, be it only in one way',
};

/** For readers of the record of a push; one of another version may know others. */
export function confirmedLine(needs: readonly string[] = []): string | undefined {
  const words = needs.map((need) =>
    Object.hasOwn(confirmedWords, need) ? confirmedWords[need as ConfirmedNeed] : need,
  );
  return words.length === 0 ? undefined : words.join('; ');
}

/** Something that a push does only after a person, or an option, said so by name. */
export type PushNeed =
  /** The console is protected: `name` is its name. */
  | { readonly kind: 'protected'; readonly name: string }
  /** Every rule of the policy `name` would be gone. */
  | { readonly kind: 'empties-policy'; readonly name: PolicyName }
  /** Changes that somebody else made to live would be undone. */
  | { readonly kind: 'override'; readonly lost: readonly LostChange[] }
  /** Earlier pushes of the policy may still arrive and would take this one back. */
  | { readonly kind: 'may-still-arrive'; readonly pushes: readonly EarlierPush[] }
  /** Only the repository says that live is what the file was made from: this would be undone, or may be, as far as it is known. */
  | { readonly kind: 'unpulled'; readonly changes: readonly LostChange[] }
  /** Tests of the policy `name` do not hold for what would be sent. */
  | { readonly kind: 'failing-tests'; readonly name: PolicyName; readonly tests: PlannedTests }
  /** What is restored is of a push that this machine did not write down. */
  | { readonly kind: 'foreign-snapshot'; readonly snapshot: string }
  /** An unusual part of the rules would be removed or disabled, or one that came with the console be removed, disabled or replaced. */
  | { readonly kind: 'many-removed'; readonly risk: PushRisk };

/**
 * What has to be confirmed by name before `plan` may be pushed. The one place that decides it: the editor asks for these,
 * the command line wants an option for each, and a push insists on them.
 *
 * @param removedShare part of 1: removing more than that of a list's rules is unusual; with 1, only
 * taking away a rule that came with the console is
 */
export function pushNeeds(plan: PushPlan, isProtected: boolean, removedShare: number): PushNeed[] {
  const { ref, emptiesPolicy, overrides, unpulled = [], restoresForeign, earlier = [], tests } = plan;
  const risk = riskOf(plan);
  return [
    ...(overrides && overrides.lost.length > 0 ? [{ kind: 'override', lost: overrides.lost } as const] : []),
    ...(earlier.length > 0 ? [{ kind: 'may-still-arrive', pushes: earlier } as const] : []),
    ...(unpulled.length > 0 ? [{ kind: 'unpulled', changes: unpulled } as const] : []),
    ...(restoresForeign ? [{ kind: 'foreign-snapshot', snapshot: plan.restores ?? '' } as const] : []),
    ...(tests?.mustHold && tests.failing.length > 0
      ? [{ kind: 'failing-tests', name: ref.policy, tests } as const]
      : []),
    ...(emptiesPolicy
      ? [{ kind: 'empties-policy', name: ref.policy } as const]
      : isUnusual(risk, removedShare)
        ? [{ kind: 'many-removed', risk } as const]
        : []),
    ...(isProtected ? [{ kind: 'protected', name: ref.console } as const] : []),
  ];
}

export function riskOf({ ref, live, next, steps }: PushPlan): PushRisk {
  const kind = policyKind(ref.policy);
  return pushRisk(live, next, steps, kind ? ruleFormOf(kind) : {});
}

/** Whether a push may go on. A need that is not known here is not met. */
export function isMet(need: PushNeed, confirmed: PushConfirmation): boolean {
  switch (need.kind) {
    case 'protected':
      return confirmed.console === need.name;
    case 'empties-policy':
      return confirmed.policy === need.name;
    case 'override':
      return need.lost.every(({ name }) => confirmed.lost?.includes(name));
    case 'may-still-arrive':
      return need.pushes.every(({ pushId }) => confirmed.earlier?.includes(pushId));
    case 'unpulled':
      return need.changes.every(({ name }) => confirmed.unpulled?.includes(name));
    case 'failing-tests':
      return confirmed.failing === need.name;
    case 'foreign-snapshot':
      return confirmed.foreign === need.snapshot;
    case 'many-removed':
      return need.risk.removed.every((name) => confirmed.removed?.includes(name));
    default:
      return false;
  }
}

/** Why a push was refused that needs a word nobody gave. */
export function notConfirmed(
  { console, policy }: PolicyRef,
  need: PushNeed,
  confirmed: PushConfirmation,
): ExpectedError {
  switch (need.kind) {
    case 'protected':
      return new ExpectedError('protected', `${console} is protected. Nothing was sent.`, {
        advice: 'Confirm the push with the name of the console.',
      });
    case 'empties-policy':
      return new ExpectedError(
        'empties-policy',
        `The push would delete every rule of ${policy}. Nothing was sent.`,
        { advice: 'Confirm it with the name of the policy.' },
      );
    case 'failing-tests':
      return new ExpectedError(
        'failing-tests',
        `Tests of ${policy} do not hold: ${need.tests.failing.map(({ name }) => name).join(', ')}. Nothing was sent.`,
        { advice: 'Confirm it with the name of the policy.' },
      );
    case 'override': {
      const unnamed = need.lost.filter(({ name }) => !confirmed.lost?.includes(name));
      return new ExpectedError(
        'loss-not-confirmed',
        `The push of ${policy} would undo changes that were not named: ${unnamed.map(({ name }) => name).join(', ')}. Nothing was sent.`,
        { advice: 'Merge, or name each of them.' },
      );
    }
    case 'may-still-arrive': {
      const until = new Date(Math.max(...need.pushes.map((push) => push.until.getTime())));
      return new ExpectedError(
        'may-still-arrive',
        `An earlier push of ${policy} may still arrive, and would take this one back. Nothing was sent.`,
        { advice: `Look again after ${until.toISOString()}, or plan again and confirm it.` },
      );
    }
    case 'unpulled':
      return new ExpectedError(
        'unpulled',
        `Only the repository says that ${policy} was made from what ${console} holds. Nothing was sent.`,
        { advice: 'Pull it, or name each rule that would be removed, changed, moved or brought back.' },
      );
    case 'foreign-snapshot':
      return new ExpectedError(
        'foreign-snapshot',
        'This machine did not write down the push that would be undone. Nothing was sent.',
        { advice: 'Look at what would be restored, and confirm it.' },
      );
    case 'many-removed':
      return new ExpectedError(
        'many-removed',
        `The push would remove, disable or replace rules of ${policy} that came with ${console} and were not named: ${need.risk.builtIn.join(', ')}. Nothing was sent.`,
        { advice: 'Name each rule that is removed, disabled or replaced.' },
      );
    default:
      return new ExpectedError(
        'not-confirmed',
        `The push of ${policy} needs to be confirmed. Nothing was sent.`,
      );
  }
}
