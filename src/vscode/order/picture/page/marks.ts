import { cellStates } from '../../../../core/order/picture/cellState.ts';
import type { PictureWords } from '../pictureWords.ts';

/** How a cell looks, what stands in it, and what it is called. */
export interface CellMark {
  readonly look: string;
  readonly sign: string;
  readonly words: keyof PictureWords;
}

const marks: Readonly<Record<string, CellMark>> = {
  [cellStates.all]: { look: 'all', sign: '', words: 'all' },
  [cellStates.some]: { look: 'some', sign: '', words: 'some' },
  [cellStates.taken]: { look: 'taken', sign: '', words: 'taken' },
  [cellStates.apart]: { look: 'apart', sign: '', words: 'apart' },
  [cellStates.off]: { look: 'off', sign: '–', words: 'off' },
  [cellStates.notKnown]: { look: 'not-known', sign: '?', words: 'notKnown' },
  [cellStates.notAnalyzed]: { look: 'not-analyzed', sign: '!', words: 'notAnalyzed' },
};

const waiting: CellMark = { look: 'waiting', sign: '·', words: 'waiting' };

/** Undefined: not worked out yet. */
export function markOf(state: string | undefined): CellMark {
  return (state === undefined ? undefined : marks[state]) ?? waiting;
}

/** Those that people have to know. */
export const explained: readonly CellMark[] = [
  cellStates.all,
  cellStates.some,
  cellStates.taken,
  cellStates.apart,
  cellStates.notKnown,
  cellStates.notAnalyzed,
  cellStates.off,
].map((state) => markOf(state));
