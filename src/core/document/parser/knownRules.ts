import type { Chunk, ParsedRule } from '../chunks/chunk.ts';
import type { RuleSlice } from '../ruleView.ts';
import { TextSlice } from './ruleSlices.ts';

/** What was read before: the same text needs no second reading, and keeps its slice. */
export class KnownRules {
  readonly #readings = new Map<string, ParsedRule>();
  readonly #slices = new Map<string, RuleSlice>();

  add({ text, rule, stale }: Chunk): void {
    if (rule?.valid && rule.openAliases.length === 0 && !stale) {
      this.#readings.set(text, rule);
    }
    if (rule?.slice instanceof TextSlice) {
      this.#slices.set(rule.slice.source, rule.slice);
    }
  }

  /** The reading with the slice that is known for its text. */
  kept(rule: ParsedRule): ParsedRule {
    const known = rule.slice instanceof TextSlice ? this.slice(rule.slice.source) : undefined;
    return known && known !== rule.slice ? { ...rule, slice: known } : rule;
  }

  /** By the text of a whole chunk. */
  reading(text: string): ParsedRule | undefined {
    return this.#readings.get(text);
  }

  /** By the text a slice keeps. */
  slice(source: string): RuleSlice | undefined {
    return this.#slices.get(source);
  }
}
