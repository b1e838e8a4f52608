import { firstOf } from '../util/firstOf.ts';
import { firstLines } from '../util/firstLines.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { policyKind } from '../policy/families.ts';
import { pushRisk, type PushRisk, type RemovalReason } from '../policy/pushRisk.ts';
import { isWeaker } from '../order/effect/change.ts';
import { l10n } from '../util/l10n.ts';
import { decisionLines, textOf } from './decisionLines.ts';
import type { LostChange, PushPlan } from './outcomes.ts';
import { lossLine } from './planFacts.ts';

/** Names and lines that a question has space for. */
const MAX_NAMES = 8;

/** Characters of a name or a line of a question. */
const MAX_LENGTH = 160;

/** Weaker decisions that a question names; the plan has all of them. */
const MAX_WEAKER = 3;

/**
 * Returns one line for each name, and a count for the rest. A dash starts each line, so no name can pass for
 * a question.
 */
export function nameLines(names: readonly string[]): readonly string[] {
  return firstLines(
    names,
    MAX_NAMES,
    (name) => `- ${clipped(name)}`,
    (more) => l10n.t('and {0} more', more),
  );
}

/** The changes of someone else that the push undoes, a line each. */
export function lostLines(lost: readonly LostChange[]): readonly string[] {
  return firstLines(lost, MAX_NAMES, lossLine, (more) => l10n.t('and {0} more, see the plan', more));
}

/** Without a known base, nobody can tell a change of someone else from the state of the base. */
export function isUnsure(lost: readonly LostChange[]): boolean {
  return lost.some(({ change }) => change === 'unknown' || change === 'perhaps-removed');
}

/** The first of the decisions that become weaker. */
export function weakerLines({ decisionChanges }: PushPlan): readonly string[] {
  if (!decisionChanges) {
    return [];
  }
  const weaker = {
    ...decisionChanges,
    decisions: decisionChanges.decisions.filter(isWeaker),
    actions: decisionChanges.actions.filter(isWeaker),
  };
  return decisionLines(weaker, { most: MAX_WEAKER, rest: l10n.t('see the plan') }).map((line) =>
    clipped(textOf(line)),
  );
}

export function riskOf({ ref, live, next, steps }: PushPlan): PushRisk {
  return pushRisk(policyKind(ref.policy), live, next, steps);
}

export function removalQuestion(
  { rules, largestLoss }: PushRisk,
  isPlain: boolean,
  { policy, console }: PolicyRef,
): string {
  const { length } = rules;
  // Two lists have no common count to compare with.
  if (length !== largestLoss.count) {
    return isPlain
      ? l10n.t('Remove {0} rules of {1} on {2}?', length, policy, console)
      : l10n.t('Remove, disable or replace {0} rules of {1} on {2}?', length, policy, console);
  }
  return isPlain
    ? l10n.t('Remove {0} of {1} rules of {2} on {3}?', length, largestLoss.of, policy, console)
    : l10n.t(
        'Remove, disable or replace {0} of {1} rules of {2} on {3}?',
        length,
        largestLoss.of,
        policy,
        console,
      );
}

export function removalDetail({ rules, builtIn }: PushRisk): readonly string[] {
  return [
    ...(['removed', 'disabled', 'replaced'] as const).flatMap((reason) => {
      const those = rules.filter((rule) => rule.reason === reason);
      return those.length === 0 ? [] : [removalReason(reason, quotedNames(those.map(({ name }) => name)))];
    }),
    ...(builtIn.length > 0
      ? [l10n.t('Built-in rules, which the console cannot restore: {0}', quotedNames(builtIn))]
      : []),
  ];
}

function removalReason(reason: RemovalReason, names: string): string {
  switch (reason) {
    case 'removed':
      return l10n.t('Removed: {0}', names);
    case 'disabled':
      return l10n.t('Disabled: {0}', names);
    case 'replaced':
      return l10n.t('Replaced by another rule, or renamed: {0}', names);
  }
}

function quotedNames(names: readonly string[]): string {
  const quoted = names.map((name) => `"${clipped(name)}"`);
  return firstOf(quoted, MAX_NAMES);
}

/** `remove 2 of 3 rules of vulnerability/images: "a" (removed), "b" (removed)`. */
export function removalWords({ rules, largestLoss }: PushRisk, policy: string): string {
  const verb = rules.every(({ reason }) => reason === 'removed') ? 'remove' : 'remove, disable or replace';
  const list = rules.map(({ name, reason }) => `"${name}" (${reason})`).join(', ');
  const many =
    rules.length === largestLoss.count ? `${rules.length} of ${largestLoss.of}` : String(rules.length);
  return `${verb} ${many} ${rules.length === 1 && largestLoss.of === 1 ? 'rule' : 'rules'} of ${policy}: ${list}`;
}

function clipped(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
