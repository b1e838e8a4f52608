import { cellStates } from '../../../../core/order/picture/cellState.ts';
import { filled } from '../../../table/page/filled.ts';
import type { PictureColumnFacts } from '../pictureMessages.ts';
import type { PictureState } from './pictureState.ts';

/** The title of a column of marks. */
export function headText(column: PictureColumnFacts | undefined): string {
  const { names: [first = '', ...same] = [] } = column ?? {};
  return same.length > 0 ? `${first} (+${same.length})` : first;
}

/** The titles of the columns of texts. */
export function textTitles({ picture: { words } }: PictureState): readonly string[] {
  return [words.decidesFor, words.matchesOnly, words.isNotKnown];
}

/** The active title or text in full. Undefined at the names of rules, and among marks. */
export function activeText(state: PictureState): string | undefined {
  const { choices, rule, place } = state;
  const title = choices.asText ? textTitles(state)[place.column - 1] : undefined;
  const text = rule === undefined ? undefined : rowTexts(state, rule)[place.column - 1];
  // The cell may be too narrow for its text.
  return title === undefined || text === undefined ? title : `${title}: ${text === '' ? '–' : text}`;
}

/** The marks of a row in words: the collections for each title. */
export function rowTexts(state: PictureState, rule: number): readonly string[] {
  const { words, columns } = state.picture;
  const texts: [string[], string[], string[]] = [[], [], []];
  const waiting: string[] = [];
  for (const column of state.found) {
    const names = columns[column]?.names ?? [];
    const name = names.join(' = ');
    switch (state.stateOf(rule, column)) {
      case cellStates.all:
        texts[0].push(name);
        break;
      case cellStates.some:
        texts[0].push(filled(words.inPart, name));
        break;
      case cellStates.taken:
        texts[1].push(name);
        break;
      case cellStates.notKnown:
      case cellStates.notAnalyzed:
        texts[2].push(name);
        break;
      case undefined:
        waiting.push(name);
        break;
      default:
    }
  }
  const [first = '', ...others] = waiting;
  if (waiting.length > 0) {
    texts[2].push(
      filled(words.inWork, others.length === 0 ? first : filled(words.manyColumns, waiting.length)),
    );
  }
  return texts.map((part) => part.join(', '));
}

/** Names of rules of a move in one sentence. */
const maxNamed = 3;

/** How much is shown. */
export function countWords(state: PictureState): string {
  const { picture, rows, found, rest, hidden, cells } = state;
  const { words, rules } = picture;
  const shown = rows.filter((row) => row !== rest).length;
  if (rules.length === 0) {
    return words.noRules;
  }
  if (shown === 0) {
    return found.length === 0 && picture.columns.length > 0 ? words.noColumnFound : words.nothingFound;
  }
  if (state.isFiltered) {
    const count = filled(words.countOf, shown, rules.length, found.length - hidden, picture.columns.length);
    // Hidden columns may still get a mark until all of them were analyzed.
    return hidden > 0 && found.every((column) => cells.has(column)) ? `${count}. ${words.aside}` : count;
  }
  const ofRules = rules.length === 1 ? words.oneRule : filled(words.manyRules, rules.length);
  const { length } = picture.columns;
  return `${ofRules}, ${length === 1 ? words.oneColumn : filled(words.manyColumns, length)}`;
}

/** How many rules move as one; empty when it is the active one alone. */
export function selectionWords({ picture, selection }: PictureState): string {
  return selection.size > 0 ? filled(picture.words.selected, selection.size) : '';
}

/** That a move which was looked at was not made. */
export function leftWords(state: PictureState, rules: readonly number[]): string {
  return filled(state.picture.words.left, ruleWords(state, rules));
}

/** That rules stand already where a key would move them: at an end of the list, or of what a filter shows. */
export function endWords(state: PictureState, rules: readonly number[], isUp: boolean): string {
  const { words, rules: all } = state.picture;
  if (state.isFiltered && !rules.includes(isUp ? 0 : all.length - 1)) {
    return isUp ? words.firstShown : words.lastShown;
  }
  return filled(isUp ? words.isFirst : words.isLast, ruleWords(state, rules));
}

/** The name of one rule, or how many they are. */
function ruleWords({ picture: { words, rules } }: PictureState, moved: readonly number[]): string {
  const [first = 0, ...more] = moved;
  return more.length === 0 ? `"${rules[first]?.name ?? ''}"` : filled(words.manyRules, moved.length);
}

/** The move that is looked at, in one line; empty when there is none. */
export function moveWords(state: PictureState): string {
  const { move } = state;
  const { sentences = [] } = move ?? {};
  return move
    ? [
        placesOf(state),
        ...(sentences.length === 0 ? [] : [...sentences.slice(0, 3), state.picture.words.enterMoves]),
      ].join(' ')
    : '';
}

/** The sentences about a move on the page: the new position, the changed decisions, and the keys. */
export function moveSentences(state: PictureState): readonly (readonly [sentence: string, look: string])[] {
  const { words } = state.picture;
  const [first = words.workingOut, ...more] = state.move?.sentences ?? [];
  return [
    [placesOf(state), 'strong'],
    ...[first, ...more].map((sentence) => [sentence, ''] as const),
    [words.enterMoves, 'quiet'],
  ];
}

function placesOf({ move, picture }: PictureState): string {
  if (!move) {
    return '';
  }
  const { words } = picture;
  const [first = 0, ...more] = move.rules;
  const names = move.rules.slice(0, maxNamed).map((rule) => `"${picture.rules[rule]?.name ?? ''}"`);
  const { length } = move.rules;
  return more.length === 0
    ? filled(words.moving, picture.rules[first]?.name ?? '', first + 1, move.to + 1)
    : filled(
        words.movingSeveral,
        length,
        move.to + 1,
        move.to + length,
        [names.join(', '), ...(length > maxNamed ? [filled(words.more, length - maxNamed)] : [])].join(' '),
      );
}
