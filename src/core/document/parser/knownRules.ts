import type { Piece, RuleReading } from '../chunks/piece.ts';
import type { RuleSlice } from '../ruleView.ts';
import { TextSlice } from './ruleSlices.ts';

/** What was read before: the same text needs no second reading, and keeps its slice. */
export class KnownRules {
  readonly #readings = new Map<string, RuleReading>();
  readonly #slices = new Map<string, RuleSlice>();

  constructor(pieces: Iterable<Piece>) {
    for (const piece of pieces) {
      this.add(piece);
    }
  }

  add({ text, rule, stale }: Piece): void {
    if (rule?.sound && rule.entangled.length === 0 && !stale) {
      this.#readings.set(text, rule);
    }
    if (rule?.slice instanceof TextSlice) {
      this.#slices.set(rule.slice.source, rule.slice);
    }
  }

  /** The reading with the slice that is known for its text. */
  kept(rule: RuleReading): RuleReading {
    const known = rule.slice instanceof TextSlice ? this.slice(rule.slice.source) : undefined;
    return known && known !== rule.slice ? { ...rule, slice: known } : rule;
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
