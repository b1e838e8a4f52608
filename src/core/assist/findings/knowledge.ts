import type { ConsoleKnowledge } from '../../consoles/consoleKnowledge.ts';

/** What checks know beside the document. A new answer is a new object; the same object means that nothing changed. */
export interface Knowledge extends ConsoleKnowledge {
  /** Milliseconds since 1970, to the day. */
  readonly today: number;
}
