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

/** The state of a rule in a column, whether the overlap is real or only a theory. */
export function stateAt(column: string, place: number): CellState {
  return (column[place] ?? cellStates.apart).toLowerCase() as CellState;
}

/**
 * The letter of a cell is a capital when the rule and the column overlap only in theory: something can be in both, but the rule does not
 * match all of the column, and no collection of the picture lies both in the column and in a collection of the rule, not even that collection
 * itself. So two collections of which one contains the other overlap really. Two patterns that have only a part in common overlap in theory,
 * until a rule names a collection within that part. Only the states `some` and `taken` of known collections can be in theory.
 *
 * The picture knows collections and no resources: a resource may be in the overlap. So such a cell never looks empty.
 */
export function asTheory(state: CellState): string {
  return state.toUpperCase();
}

export function isTheory(letter: string | undefined): boolean {
  return letter !== undefined && letter !== letter.toLowerCase();
}
