import { clipped, firstOf, firstLines } from '../util/firstLines.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { policyKind } from '../policy/families.ts';
import { pushRisk, type PushRisk, type RemovalReason } from '../policy/pushRisk.ts';
import { isWeaker } from '../order/effect/change.ts';
import { l10n } from '../util/l10n.ts';
import { decisionLines, textOf } from './decisionLines.ts';
import type { LostChange, PushPlan } from './outcomes.ts';

/** Names or lines that a question has space for. */
const MAX_LINES = 8;

/** Characters of a name or a line of a question. */
const MAX_LENGTH = 300;

/** Weaker decisions that a question names; the plan has all of them. */
const MAX_WEAKER = 3;

const shortLine = (text: string): string => clipped(text, MAX_LENGTH);

/** Returns the first of the lines, and a count for the rest. */
export function shortened(lines: readonly string[]): readonly string[] {
  return firstLines(lines, MAX_LINES, shortLine, (more) => l10n.t('and {0} more, see the plan', more));
}

/** Without a known base, a change of someone else looks like the state of the base. */
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
    shortLine(textOf(line)),
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

export function removalLines({ rules, builtIn }: PushRisk): readonly string[] {
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
  const quoted = names.map((name) => `"${shortLine(name)}"`);
  return firstOf(quoted, MAX_LINES);
}
