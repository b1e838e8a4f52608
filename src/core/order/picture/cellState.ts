/**
 * The state of a rule in a collection, as one letter, so that a column of thousands of rules is a short text. Each state is proven,
 * except `notKnown` and `notAnalyzed`.
 */
export const cellStates = {
  /** The rule applies to everything in the collection. */
  all: 'a',
  /** The rule applies to something in the collection, and there is an example. */
  some: 's',
  /** The rule matches, or may match, something in the collection, and rules above match all of that first. */
  taken: 't',
  /** The rule matches nothing in the collection. */
  apart: '.',
  /** The rule is disabled, and names the collection. */
  off: '-',
  /** None of these is certain. */
  notKnown: '?',
  /** Not analyzed, because the search gave up. */
  notAnalyzed: '!',
} as const;

export type CellState = (typeof cellStates)[keyof typeof cellStates];

export function stateAt(column: string, place: number): CellState {
  return (column[place] ?? cellStates.apart) as CellState;
}
