/**
 * What is asked of a field beside all else that was asked of it before, by their numbers. What shares a value with it is told
 * by kinds: of prefixes each shares values with each suffix, whatever their texts are.
 */
export interface Relatives {
  /** Kinds of what it asks for, as flags, and those that always share values with one of its own. */
  readonly kinds: number;
  readonly meets: number;
  /** Those that may share a value with it because of their texts, whatever their kind. */
  readonly beside: number[];
  /** Those that share none with it, whatever their kind. */
  readonly apart: number[];
  /** Those that ask for no less, and those that ask for no more. */
  readonly wider: number[];
  readonly narrower: readonly number[];
  /** Those that have its plain value (see `plainPoint.ts`), and those whose plain value it has. */
  readonly holders: number[];
  readonly held: readonly number[];
}
