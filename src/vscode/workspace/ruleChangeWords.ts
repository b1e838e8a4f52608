import { l10n } from '../../core/util/l10n.ts';
import type { Blame, LiveChange, RuleChange, RuleMark } from '../../core/policy/ruleMark.ts';
import { whenWords } from './whenWords.ts';
import type { PlanStep } from '../../core/policy/ruleDiff.ts';
import type { LostChange } from '../../core/sync/outcomes.ts';
import { isUnsure } from '../../core/sync/needDetails.ts';
import { stepWords } from '../../core/sync/stepWords.ts';
import { firstLines } from '../../core/util/firstLines.ts';

/** The mark in words: `changed and moved up by 3, not pushed`, `changed on the console`. */
export function markWords({ here, live, isConflict }: RuleMark): string[] {
  return [
    ...(isConflict ? [l10n.t('in conflict with the live rule')] : []),
    ...(here ? [l10n.t('{0}, not pushed', ruleChangeWords(here))] : []),
    ...(live ? [l10n.t('{0} on the console', ruleChangeWords(live))] : []),
  ];
}

export function ruleChangeWords(change: RuleChange): string {
  const words = [
    ...(change.added ? [l10n.t('added')] : []),
    ...(change.removed ? [l10n.t('removed')] : []),
    ...(change.renamedFrom === undefined ? [] : [l10n.t('renamed from "{0}"', change.renamedFrom)]),
    ...(change.changed ? [l10n.t('changed')] : []),
    ...(change.moved === undefined ? [] : [movedBy(change.moved)]),
  ];
  const last = words.pop() ?? '';
  return words.length === 0 ? last : l10n.t('{0} and {1}', words.join(', '), last);
}

function movedBy(by: NonNullable<RuleChange['moved']>): string {
  if (typeof by === 'object') {
    return l10n.t('changed places with "{0}"', by.changedPlacesWith);
  }
  if (by === 0) {
    return l10n.t('moved');
  }
  return by < 0 ? l10n.t('moved up by {0}', -by) : l10n.t('moved down by {0}', by);
}

/** `by eve, 14:03`. */
export function blameWords({ owner, modified }: Blame, now = new Date()): string {
  const when = modified && whenWords(modified, now);
  if (owner === undefined) {
    return when ?? '';
  }
  return when === undefined ? l10n.t('by {0}', owner) : l10n.t('by {0}, {1}', owner, when);
}

/** The last author of the live rule, in one sentence. */
export function blameLine(blame: Blame, console: string, now = new Date()): string {
  return l10n.t('Last changed on {0} {1}, according to the console.', console, blameWords(blame, now));
}

/** `changed by eve, 14:03; moved up by 3`. The console does not name the author of a move. */
export function ruleChangeWordsBy(
  { moved, ...written }: RuleChange,
  by: Blame | undefined,
  now = new Date(),
): string {
  if (by === undefined) {
    return ruleChangeWords({ ...written, ...(moved === undefined ? {} : { moved }) });
  }
  const words = l10n.t('{0} {1}', ruleChangeWords(written), blameWords(by, now));
  return moved === undefined ? words : l10n.t('{0}; {1}', words, movedBy(moved));
}

/** A change on the console: `"rule" changed by eve, 14:03`. */
export function liveChangeWords({ rule, change, by }: LiveChange, now = new Date()): string {
  return l10n.t('"{0}" {1}', rule, ruleChangeWordsBy(change, by, now));
}

/** A change on the console, with the author that the console names. */
export function stepWordsBy(
  step: PlanStep,
  blameOf: (array: string, rule: string) => Blame | undefined,
): string {
  const by =
    step.kind === 'add' || step.kind === 'change' || step.kind === 'rename'
      ? blameOf(step.array, step.rule)
      : undefined;
  return by ? `${stepWords(step)} ${blameWords(by)}` : stepWords(step);
}

/** The number of edits that fit into a dialog. */
const MAX_LINES = 12;
/** The number of edits in the line of one of several policies. */
const MAX_IN_LINE = 3;

/**
 * Edits that an overwrite of the file would lose, one line each. `lost` is undefined when the file cannot be
 * read as a policy.
 */
export function describeLostEdits(lost: readonly LostChange[] | undefined): string[] {
  if (!lost) {
    return [
      l10n.t('The file cannot be read as a policy, so everything in it is replaced, comments included.'),
    ];
  }
  if (lost.length === 0) {
    return [];
  }
  return [
    '',
    isUnsure(lost)
      ? l10n.t('The base is unknown. These would be removed, changed, moved or added again:')
      : l10n.t('These edits would be lost:'),
    ...firstLines(lost, MAX_LINES, lostEditWords, moreWords),
  ];
}

/** The lost edits of one policy in one line; only the policy name when nothing is lost. */
export function summarizeLostEdits(policy: string, lost: readonly LostChange[] | undefined): string {
  if (!lost) {
    return l10n.t('{0}: all of it, because the file cannot be read as a policy', policy);
  }
  const shown = firstLines(lost, MAX_IN_LINE, lostEditWords, moreWords).join('; ');
  return shown === '' ? policy : l10n.t('{0}: {1}', policy, shown);
}

function moreWords(more: number): string {
  return l10n.t('and {0} more', more);
}

function lostEditWords({ rule, change, previousName = '', changedPlacesWith }: LostChange): string {
  const what = rule === undefined ? l10n.t('policy-level fields') : `"${rule}"`;
  const edits: Readonly<Record<LostChange['change'], string>> = {
    unknown: '',
    'perhaps-removed': l10n.t('not in the file'),
    add: ruleChangeWords({ added: true }),
    remove: ruleChangeWords({ removed: true }),
    change: ruleChangeWords({ changed: true }),
    document: ruleChangeWords({ changed: true }),
    rename: ruleChangeWords({ renamedFrom: previousName }),
    move: ruleChangeWords({ moved: changedPlacesWith === undefined ? 0 : { changedPlacesWith } }),
  };
  return change === 'unknown' ? what : l10n.t('{0}: {1}', what, edits[change]);
}
