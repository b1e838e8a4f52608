import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';

export const dayMs = 86_400_000;

/** An exception that ends in fewer days is a finding. */
export const defaultEndingWithinDays = 14;

/** Checks use this knowledge beside the document. A change makes a new object, so the same object means no change. */
export interface Knowledge extends ConsoleKnowledge {
  /** Milliseconds since 1970, to the day. */
  readonly today: number;
  readonly endingWithinDays: number;
}
