import { cellStates } from '../../../../core/order/picture/cellState.ts';
import type { PictureState } from './pictureState.ts';

/** The same as the marks of a row, in words: for each of three columns the collections. */
export function rowTexts(state: PictureState, rule: number): readonly [string, string, string] {
  const { words, columns } = state.picture;
  const texts: [string[], string[], string[]] = [[], [], []];
  for (const column of state.columns) {
    const names = columns[column]?.names ?? [];
    const name = names.join(' = ');
    switch (state.stateOf(rule, column)) {
      case cellStates.all:
        texts[0].push(name);
        break;
      case cellStates.some:
        texts[0].push(words.inPart.replace('{0}', () => name));
        break;
      case cellStates.taken:
        texts[1].push(name);
        break;
      case cellStates.notKnown:
      case cellStates.notAnalysed:
        texts[2].push(name);
        break;
      case undefined:
        texts[2].push(words.inWork.replace('{0}', () => name));
        break;
      default:
    }
  }
  const line = (part: readonly string[]): string => part.join(', ');
  return [line(texts[0]), line(texts[1]), line(texts[2])];
}
