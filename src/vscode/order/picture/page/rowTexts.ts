import { cellStates } from '../../../../core/order/picture/cellState.ts';
import { filled } from '../../../table/page/filled.ts';
import type { PictureColumnFacts } from '../pictureMessages.ts';
import type { PictureState } from './pictureState.ts';

/** What stands over a column of marks. */
export function headText(column: PictureColumnFacts | undefined): string {
  const { names: [first = '', ...same] = [] } = column ?? {};
  return same.length > 0 ? `${first} (+${same.length})` : first;
}

/** What stands over the words: a fourth, where columns are left out. */
export function textTitles({ picture: { words }, more }: PictureState): readonly string[] {
  return [
    words.decidesFor,
    words.matchesOnly,
    words.isNotKnown,
    ...(more > 0 ? [filled(words.showAll, more)] : []),
  ];
}

/** What is active among the words, in full: a title, or what stands below it of a rule. Undefined at the names of rules. */
export function activeText(
  state: PictureState,
  rule: number | undefined,
  column: number,
): string | undefined {
  const title = textTitles(state)[column - 1];
  if (!state.choices.asText || title === undefined) {
    return undefined;
  }
  const text = rule === undefined ? undefined : (rowTexts(state, rule)[column - 1] ?? '');
  return text === undefined || column > 3 ? title : `${title}: ${text === '' ? '–' : text}`;
}

/** The same as the marks of a row, in words: for each title the collections, and how many are left out. */
export function rowTexts(state: PictureState, rule: number): readonly string[] {
  const { words, columns } = state.picture;
  const texts: [string[], string[], string[]] = [[], [], []];
  const waiting: string[] = [];
  const spoken = new Set([...state.looked, ...state.ownOf(rule)]);
  for (const column of [...spoken].toSorted((a, b) => a - b)) {
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
  const more = state.found.length - spoken.size;
  return [
    ...texts.map((part) => part.join(', ')),
    ...(state.more > 0 ? [more > 0 ? filled(words.more, more) : ''] : []),
  ];
}
