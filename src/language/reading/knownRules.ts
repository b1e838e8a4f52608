import type { Piece, RuleReading } from '../layout/piece.ts';
import type { RuleSlice } from '../ruleView.ts';
import { TextSlice } from './ruleSlices.ts';

/** What was read before: the same text needs no second reading, and keeps its slice. */
export class KnownRules {
  readonly #readings = new Map<string, RuleReading>();
  readonly #slices = new Map<string, RuleSlice>();

  constructor(pieces: Iterable<Piece>) {
    for (const { text, rule, stale } of pieces) {
      if (rule?.sound && !rule.entangled && !stale) {
        this.#readings.set(text, rule);
      }
      if (rule?.slice instanceof TextSlice) {
        this.#slices.set(rule.slice.source, rule.slice);
      }
    }
  }

  /** By the text of a whole piece. */
  reading(text: string): RuleReading | undefined {
    return this.#readings.get(text);
  }

  /** By the text a slice keeps. */
  slice(source: string): RuleSlice | undefined {
    return this.#slices.get(source);
  }
}
