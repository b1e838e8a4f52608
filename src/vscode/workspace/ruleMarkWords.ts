import { l10n } from '../../core/util/l10n.ts';
import type { Blame } from '../../core/policy/blame.ts';
import type { LiveDeed, RuleDeeds, RuleMark } from '../../core/policy/ruleMark.ts';
import type { RowMark } from '../platform/rowDescription.ts';
import { whenWords } from './whenWords.ts';

/** The letter of a mark; what wants a decision comes first. */
export function letterOf({ here, live, isConflict }: RuleMark): RowMark {
  if (isConflict) {
    return 'C';
  }
  if (here?.added) {
    return 'A';
  }
  if (here?.changed || here?.renamedFrom !== undefined) {
    return 'M';
  }
  return here ? 'R' : live ? 'L' : 'M';
}

/** What the mark means, in full: `changed and moved up 3, not pushed`, `changed live`. */
export function markWords({ here, live, isConflict }: RuleMark): string[] {
  return [
    ...(isConflict ? [l10n.t('in conflict with live')] : []),
    ...(here ? [l10n.t('{0}, not pushed', deedWords(here))] : []),
    ...(live ? [l10n.t('live: {0}', deedWords(live))] : []),
  ];
}

export function deedWords(deeds: RuleDeeds): string {
  const words = [
    ...(deeds.added ? [l10n.t('added')] : []),
    ...(deeds.removed ? [l10n.t('removed')] : []),
    ...(deeds.renamedFrom === undefined ? [] : [l10n.t('renamed from "{0}"', deeds.renamedFrom)]),
    ...(deeds.changed ? [l10n.t('changed')] : []),
    ...(deeds.moved === undefined ? [] : [movedBy(deeds.moved)]),
  ];
  const [first = '', second, third] = words;
  return third !== undefined && second !== undefined
    ? l10n.t('{0}, {1} and {2}', first, second, third)
    : second === undefined
      ? first
      : l10n.t('{0} and {1}', first, second);
}

function movedBy(by: NonNullable<RuleDeeds['moved']>): string {
  if (typeof by === 'object') {
    return l10n.t('changed places with "{0}"', by.changedPlacesWith);
  }
  if (by === 0) {
    return l10n.t('moved');
  }
  return by < 0 ? l10n.t('moved up {0}', -by) : l10n.t('moved down {0}', by);
}

/** `by eve, 14:03`. */
export function blameWords({ owner, modified }: Blame, now = new Date()): string {
  const when = modified && whenWords(modified, now);
  if (owner === undefined) {
    return when ?? '';
  }
  return when === undefined ? l10n.t('by {0}', owner) : l10n.t('by {0}, {1}', owner, when);
}

/** Who wrote the live rule last, one sentence. */
export function blameLine(blame: Blame, console: string, now = new Date()): string {
  return l10n.t('Last changed on {0} {1}, according to the console.', console, blameWords(blame, now));
}

/** `changed by eve, 14:03; moved up 3`: who moved a rule the console does not tell. */
export function deedWordsBy(
  { moved, ...written }: RuleDeeds,
  by: Blame | undefined,
  now = new Date(),
): string {
  if (by === undefined) {
    return deedWords({ ...written, ...(moved === undefined ? {} : { moved }) });
  }
  const words = l10n.t('{0} {1}', deedWords(written), blameWords(by, now));
  return moved === undefined ? words : l10n.t('{0}; {1}', words, movedBy(moved));
}

/** Something that was done live: `"rule" changed by eve, 14:03`. */
export function liveDeedWords({ rule, deeds, by }: LiveDeed, now = new Date()): string {
  return l10n.t('"{0}" {1}', rule, deedWordsBy(deeds, by, now));
}
