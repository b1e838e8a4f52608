import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { RuleSlice } from '../ruleView.ts';

/** The rules of a list in a document that says much of what another one says. */
export class LikeRules {
  readonly #rules = new Map<string, JsonObject>();

  constructor(document: JsonObject | undefined, key: string) {
    for (const rule of document ? arrayAt(document, key) : []) {
      const name = isJsonObject(rule) ? stringAt(rule, 'name') : undefined;
      if (name !== undefined) {
        this.#rules.set(name, rule as JsonObject);
      }
    }
  }

  /** What a rule says. No rule of the list becomes two. */
  valueOf(slice: RuleSlice): JsonValue {
    const name = slice.facts.name ?? '';
    const like = this.#rules.get(name);
    this.#rules.delete(name);
    return like ? slice.valueLike(like) : slice.value();
  }
}
