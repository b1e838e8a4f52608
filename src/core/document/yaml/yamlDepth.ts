import { MAX_DEPTH } from '../parser/problems.ts';

/** Collections are nested deeper than a document may be. */
export class TooDeep extends Error {
  readonly at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** `depth`: collections around the one at `at`. */
export function checkDepth(depth: number, at: number): void {
  if (depth >= MAX_DEPTH) {
    throw new TooDeep(at);
  }
}
