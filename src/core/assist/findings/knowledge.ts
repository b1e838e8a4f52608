import type { CollectionPatterns } from '../../policy/collections.ts';

/** A collection of the console, as far as checks need it: its patterns by resource. Absent means `*`. */
export type CollectionScope = CollectionPatterns;

export interface KnownCheck {
  readonly title: string;
  readonly type?: string;
  /** low, medium, high or critical. */
  readonly severity?: string;
}

/**
 * What is known of the console beside the document. Everything may be undefined: checks that need it then say
 * nothing. A new answer is a new object; the same object means that nothing changed.
 */
export interface Knowledge {
  readonly collections: ReadonlySet<string> | undefined;
  readonly scopes: ReadonlyMap<string, CollectionScope> | undefined;
  readonly checks: ReadonlyMap<number, KnownCheck> | undefined;
  /** Milliseconds since 1970, to the day. */
  readonly today: number;
}
