import type { ConsoleKnowledge } from '../../consoles/consoleKnowledge.ts';

export const dayMs = 86_400_000;

/** An exception that ends in fewer days is a finding. */
export const defaultEndingWithinDays = 14;

/** What checks know beside the document. A new answer is a new object; the same object means that nothing changed. */
export interface Knowledge extends ConsoleKnowledge {
  /** Milliseconds since 1970, to the day. */
  readonly today: number;
  readonly endingWithinDays: number;
}
