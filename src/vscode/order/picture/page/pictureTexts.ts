import { l10n } from '../../../../core/util/l10n.ts';
import type { PictureColumnFacts } from '../pictureMessages.ts';
import type { Picture, PictureState } from './pictureState.ts';

/** The title of a column of marks. */
export function headText(column: PictureColumnFacts | undefined): string {
  const { names: [first = '', ...same] = [] } = column ?? {};
  return same.length > 0 ? `${first} (+${same.length})` : first;
}

/** The limit of the rules of a move that a sentence names. */
const maxNamed = 3;

/** The number of shown rules and columns. */
export function countWords(state: PictureState): string {
  const { picture, rows, found, rest, hidden, cells, overlapsInTheory, choices } = state;
  const { rules } = picture;
  const words = columnWords(picture);
  const shown = rows.filter((row) => row !== rest).length;
  if (rules.length === 0) {
    return l10n.t('There are no rules.');
  }
  if (shown === 0) {
    return found.length === 0 && picture.columns.length > 0
      ? words.noneFound
      : l10n.t('No rule matches the filter.');
  }
  const inTheory = choices.theory ? 0 : overlapsInTheory;
  if (state.isFiltered) {
    const count = words.countOf(shown, rules.length, found.length - hidden, picture.columns.length);
    // Hidden columns may still get a mark until all of them were analyzed.
    return hidden > 0 && found.every((column) => cells.has(column))
      ? `${count}. ${inTheory > 0 ? words.hiddenInTheory : words.hidden}`
      : count;
  }
  const ofRules = rules.length === 1 ? l10n.t('1 rule') : l10n.t('{0} rules', rules.length);
  const count = `${ofRules}, ${words.count(picture.columns.length)}`;
  return inTheory === 0
    ? count
    : `${count}. ${inTheory === 1 ? l10n.t('1 overlap is only in theory.') : l10n.t('{0} overlaps are only in theory.', inTheory)}`;
}

/** The number of selected rules, which move as one; empty without a selection. */
export function selectionWords({ selection }: PictureState): string {
  return selection.size > 0 ? l10n.t('{0} rules selected', selection.size) : '';
}

/** The message for a preview that ended without a move. */
export function notMovedWords(state: PictureState, rules: readonly number[]): string {
  return l10n.t('Not moved: {0}.', ruleWords(state, rules));
}

/** The message for a key that moves nothing: the rules are at an end of the list, or of the rows that a filter shows. */
export function endWords(state: PictureState, rules: readonly number[], isUp: boolean): string {
  const { rules: all } = state.picture;
  if (state.isFiltered && !rules.includes(isUp ? 0 : all.length - 1)) {
    return isUp ? l10n.t('The filter shows no rule above it.') : l10n.t('The filter shows no rule below it.');
  }
  const names = ruleWords(state, rules);
  return isUp ? l10n.t('Already at the top: {0}.', names) : l10n.t('Already at the bottom: {0}.', names);
}

/** The name of one rule, or the number of several. */
function ruleWords({ picture: { rules } }: PictureState, moved: readonly number[]): string {
  const [first = 0, ...more] = moved;
  return more.length === 0 ? `"${rules[first]?.name ?? ''}"` : l10n.t('{0} rules', moved.length);
}

/** The previewed move in one line for screen readers; empty when there is none. */
export function moveWords(state: PictureState): string {
  const sentences = state.move?.sentences ?? [];
  const all = moveSentences(state);
  return sentences.length === 0 ? (all[0] ?? '') : [all[0], ...sentences.slice(0, 3), all.at(-1)].join(' ');
}

/** The previewed move: its new position, the changed decisions, and the keys. */
export function moveSentences(state: PictureState): readonly string[] {
  const { sentences } = state.move ?? { sentences: [] };
  return [
    placesOf(state),
    ...(sentences.length === 0 ? [l10n.t('Finding changed decisions…')] : sentences),
    l10n.t('Enter moves, Escape cancels.'),
  ];
}

function placesOf({ move, picture }: PictureState): string {
  if (!move) {
    return '';
  }
  const [first = 0, ...more] = move.rules;
  const names = move.rules.slice(0, maxNamed).map((rule) => `"${picture.rules[rule]?.name ?? ''}"`);
  const { length } = move.rules;
  return more.length === 0
    ? l10n.t('"{0}" from position {1} to {2}.', picture.rules[first]?.name ?? '', first + 1, move.to + 1)
    : l10n.t(
        '{0} rules to positions {1} to {2}: {3}.',
        length,
        move.to + 1,
        move.to + length,
        [names.join(', '), ...(length > maxNamed ? [l10n.t('and {0} more', length - maxNamed)] : [])].join(
          ' ',
        ),
      );
}

/** Texts about columns: connections for network rules, collections for all others. */
export function columnWords({ isNetwork }: Pick<Picture, 'isNetwork'>) {
  return isNetwork
    ? {
        filter: l10n.t('Filter connections by name'),
        onlyMatching: l10n.t('Only rules that match a shown connection'),
        partlyShadowed: l10n.t('never applies to part of its connections'),
        unknown: l10n.t('connections partly unknown'),
        hidden: l10n.t('The shown rules match none of the hidden connections.'),
        hiddenInTheory: l10n.t('The shown rules match none of the hidden connections, or only in theory.'),
        noneFound: l10n.t('No connection matches the connection filter.'),
        count: (count: number) => (count === 1 ? l10n.t('1 connection') : l10n.t('{0} connections', count)),
        countOf: (...counts: readonly number[]) =>
          l10n.t('{0} of {1} rules, {2} of {3} connections', ...counts),
      }
    : {
        filter: l10n.t('Filter collections by name'),
        onlyMatching: l10n.t('Only rules that match a shown collection'),
        partlyShadowed: l10n.t('never applies in part of its collections'),
        unknown: l10n.t('contents unknown'),
        hidden: l10n.t('The shown rules match nothing in the hidden collections.'),
        hiddenInTheory: l10n.t('The shown rules match nothing in the hidden collections, or only in theory.'),
        noneFound: l10n.t('No collection matches the collection filter.'),
        count: (count: number) => (count === 1 ? l10n.t('1 collection') : l10n.t('{0} collections', count)),
        countOf: (...counts: readonly number[]) =>
          l10n.t('{0} of {1} rules, {2} of {3} collections', ...counts),
      };
}
