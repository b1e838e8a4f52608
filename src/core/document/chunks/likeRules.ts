import {
  arrayAt,
  isJsonObject,
  stringAt,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import type { RuleSlice } from '../ruleView.ts';

/** The rules of a list in a document that says much of what another one says, mostly in the same order. */
export class LikeRules {
  readonly #rules: JsonArray;
  /** The one that is likely to come next. */
  #next = 0;
  /** Of several rules with one name the last. */
  #places: Map<string, number> | undefined;

  constructor(document: JsonObject | undefined, key: string) {
    this.#rules = document ? arrayAt(document, key) : [];
  }

  /** What a rule says. In steps, as names may have to be looked up. */
  *valueOf(slice: RuleSlice): Generator<void, JsonValue, void> {
    const { name } = slice.facts;
    if (name === undefined || this.#rules.length === 0) {
      return slice.value();
    }
    if (this.#nameAt(this.#next) !== name) {
      this.#places ??= yield* this.#named();
      this.#next = this.#places.get(name) ?? this.#rules.length;
    }
    const like = this.#rules[this.#next++];
    return like === undefined ? slice.value() : slice.valueLike(like);
  }

  *#named(): Generator<void, Map<string, number>, void> {
    const places = new Map<string, number>();
    for (let place = 0; place < this.#rules.length; place++) {
      places.set(this.#nameAt(place) ?? '', place);
      yield;
    }
    return places;
  }

  #nameAt(place: number): string | undefined {
    const rule = this.#rules[place];
    return isJsonObject(rule) ? stringAt(rule, 'name') : undefined;
  }
}
