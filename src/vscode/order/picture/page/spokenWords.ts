import { element, filled } from '../../../table/page/elements.ts';
import type { PictureState } from './pictureState.ts';

/** How much is shown. */
export function countWords({ picture, rows, columns, isFiltered, more, rest }: PictureState): string {
  const { words, rules } = picture;
  const shown = rows.filter((row) => row !== rest).length;
  if (rules.length === 0) {
    return words.noRules;
  }
  if (shown === 0) {
    return words.nothingFound;
  }
  return isFiltered
    ? filled(words.countOf, shown, rules.length, columns.length + more, picture.columns.length)
    : filled(words.count, rules.length, picture.columns.length);
}

/** The move that is looked at, in one line; empty when there is none. */
export function moveWords(state: PictureState): string {
  const { move, picture } = state;
  const { sentences = [] } = move ?? {};
  return move
    ? [
        placesOf(state),
        ...(sentences.length === 0 ? [] : [...sentences.slice(0, 3), picture.words.enterMoves]),
      ].join(' ')
    : '';
}

/** The same as it stands on the page. */
export function moveSentences(state: PictureState): readonly HTMLElement[] {
  const { words } = state.picture;
  const [first = words.workingOut, ...more] = state.move?.sentences ?? [];
  return [
    element('p', { class: 'strong' }, placesOf(state)),
    ...[first, ...more].map((sentence) => element('p', {}, sentence)),
    element('p', { class: 'quiet' }, words.enterMoves),
  ];
}

function placesOf({ move, picture }: PictureState): string {
  return move
    ? filled(picture.words.moving, picture.rules[move.rule]?.name ?? '', move.rule + 1, move.to + 1)
    : '';
}
