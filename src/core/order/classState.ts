import type { Bits } from './bits.ts';
import type { Answer } from './questions.ts';

/** What was found out of a class from the first rule on that names it. It holds as long as the classes above are the same. */
export interface ClassState {
  /** Classes of rules above of which something is left for those and that may share something with it. */
  readonly above: Bits;
  /** The same, those that decide first first. */
  readonly sorted: readonly number[];
  /** For each of these, whether it belongs to the same rule as the one before. */
  readonly joins: readonly boolean[];
  /** Something in it that no class above has for certain; undefined when nothing is left of it. */
  readonly left: Answer | undefined;
  /** One class of each rule that takes it, where nothing is left of it. */
  readonly takers: readonly number[];
  decided: Decided | undefined;
  /** No question took so long that it counts. */
  isEasy: boolean;
}

/** What is decided in a class. It holds as long as those that decide do the same. */
export interface Decided {
  /** Of the classes above, and of its own rule. */
  readonly effects: readonly number[];
  /** The effect of all that may decide in it, or `mixed`, or `nobody`. */
  readonly only: number;
  /** That its first rule decides for something in it, when that is certain. */
  readonly byFirst: Answer | undefined;
  /** By effect, whether another effect is decided for something in it. */
  readonly otherwise: Map<number, Otherwise>;
}

export interface Otherwise {
  readonly proof?: Answer;
  /** Whether it may be. */
  readonly isOpen: boolean;
  readonly gaveUp: boolean;
}

/** Instead of an effect: several. */
export const mixed = -1;
/** Instead of an effect: none. */
export const nobody = -2;
