import type { Bits } from './bits.ts';
import type { Answer } from './questions.ts';

/** What was found out of a class from the first rule on that names it. It holds as long as the classes above are the same. */
export interface ClassState {
  /** Classes of rules above of which something is left for those and that may share something with it. */
  readonly above: Bits;
  /** Something in it that no class above has for certain; undefined when nothing is left of it. */
  left: Answer | undefined;
  /** Where several take it together: one class of each rule that is needed for that. */
  takers: readonly number[] | undefined;
  decided: Decided | undefined;
  /** One class that has all of it by itself, the first in order; undefined when not looked for, -1 when there is none. */
  wide: number | undefined;
  /** The update that came across it last, and of how many classes something was left by then. */
  update: number;
  leftBefore: number;
  /** No question took so long that it counts. */
  isEasy: boolean;
}

/** What is decided in a class. It holds as long as the classes above are in the same order and their rules do the same. */
export interface Decided {
  /** The effect of all that may decide in it, or `mixed`, or `nobody`. */
  readonly only: number;
  /** That its first rule decides for something in it, when that is certain. */
  readonly byFirst: Answer | undefined;
  /** By effect, whether another effect is decided for something in it. */
  readonly otherwise: Otherwise[];
  /** The same for every effect but those of the rules that were looked at for it: all of them do something else then. */
  ofOthers: { readonly found: Otherwise; readonly looked: ReadonlySet<number> } | undefined;
  /** A class whose rule decides for something in it for certain, where that was found for one of these effects. */
  proof: { readonly decider: number; readonly answer: Answer } | undefined;
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
