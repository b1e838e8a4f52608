import { isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson, type KnownItems } from '../json/jsonText.ts';

/** Where the rules of one text lie in it. */
export interface RuleSources {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly rules: readonly JsonValue[];
  /** Places of rules by their names; of those with one name the last. */
  readonly names: ReadonlyMap<string, number>;
}

/** Rules that differ between two texts; where more do, little of the earlier text is shared. */
const FEW = 1000;

/**
 * Reads a text in the light of another: rules that are written the same become the same objects. Two answers of a
 * console differ in few rules, so the second costs little, and what is known of a rule is known of both.
 */
export class SharedRules implements KnownItems {
  readonly #before: RuleSources | undefined;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #rules: JsonValue[] = [];
  readonly #names = new Map<string, number>();
  /** The rule of `before` that is likely to come next. */
  #next = 0;
  #changed = 0;

  constructor(before?: RuleSources) {
    this.#before = before;
  }

  /** Of the text that was read. */
  sources(text: string): RuleSources {
    return { text, starts: this.#starts, ends: this.#ends, rules: this.#rules, names: this.#names };
  }

  find(text: string, at: number): { readonly value: JsonObject; readonly end: number } | undefined {
    const next = this.#next;
    const found = this.#at(next, text, at) ?? this.#at(next + 1, text, at) ?? this.#at(next - 2, text, at);
    if (found) {
      this.#keep(at, found.end, found.value);
    }
    return found;
  }

  read(text: string, start: number, end: number, value: JsonValue): JsonValue {
    const place = this.#placeOf(value);
    const found = place === undefined ? undefined : this.#at(place, text, start);
    if (place !== undefined) {
      this.#next = place + 1;
    }
    return this.#keep(start, end, found?.value ?? this.#standingAlone(text, start, end, value));
  }

  /**
   * Strings that were read are parts of their text and keep all of it. A rule that later texts may share is read from a
   * text of its own, or each of them would stay in memory for the sake of a few rules.
   */
  #standingAlone(text: string, start: number, end: number, value: JsonValue): JsonValue {
    if (!this.#before || this.#changed++ > FEW) {
      return value;
    }
    // Put together, then flattened: no part of the text any more.
    return parseJson(` ${text.slice(start, end)}`);
  }

  #keep(start: number, end: number, value: JsonValue): JsonValue {
    this.#starts.push(start);
    this.#ends.push(end);
    if (isJsonObject(value)) {
      this.#names.set(stringAt(value, 'name') ?? '', this.#rules.length);
    }
    this.#rules.push(value);
    return value;
  }

  #at(index: number, text: string, at: number): { value: JsonObject; end: number } | undefined {
    const value = this.#before?.rules[index];
    if (!this.#before || !isJsonObject(value)) {
      return undefined;
    }
    const start = this.#before.starts[index] as number;
    const length = (this.#before.ends[index] as number) - start;
    // An object ends where its text does, whatever follows.
    if (text.slice(at, at + length) !== this.#before.text.slice(start, start + length)) {
      return undefined;
    }
    this.#next = index + 1;
    return { value, end: at + length };
  }

  #placeOf(rule: JsonValue): number | undefined {
    return isJsonObject(rule) ? this.#before?.names.get(stringAt(rule, 'name') ?? '') : undefined;
  }
}
