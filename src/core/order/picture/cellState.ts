/**
 * The state of a rule in a collection, as one letter, so that a column of thousands of rules is a short text. Each is a
 * statement that is proven, but for the two that say that nothing is known.
 */
export const cellStates = {
  /** The rule decides for everything in the collection. */
  all: 'a',
  /** It decides for something in the collection, and there is an example. */
  some: 's',
  /** It matches, or may match, something in it, and nothing of that gets to the rule. */
  taken: 't',
  /** Nothing in it is matched by the rule. */
  apart: '.',
  /** The rule is disabled, and names the collection. */
  off: '-',
  /** None of these is certain. */
  notKnown: '?',
  /** Whether one of these is certain was too hard a question. */
  notAnalyzed: '!',
} as const;

export type CellState = (typeof cellStates)[keyof typeof cellStates];

export function stateAt(column: string, place: number): CellState {
  return (column[place] ?? cellStates.apart) as CellState;
}
