import { isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson, type KnownItems } from '../json/jsonText.ts';

/** Where the rules of one text lie in it. */
export interface RuleSources {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly rules: readonly JsonValue[];
}

/** So many rules are compared with those of the text before at once: mostly they are the same, and so is what stands between them. */
const runs = [64, 16, 4];

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
  /** Places of the rules of `before` by their names; of those with one name the last. */
  #names: ReadonlyMap<string, number> | undefined;
  /** The rule of `before` that is likely to come next. */
  #next = 0;
  /** Up to here the rules of `before` are known to be written the same, `#shift` further on. */
  #sure = 0;
  #shift = 0;
  #changed = 0;

  constructor(before?: RuleSources) {
    this.#before = before;
  }

  /** Of the text that was read. */
  sources(text: string): RuleSources {
    return { text, starts: this.#starts, ends: this.#ends, rules: this.#rules };
  }

  find(text: string, at: number): { readonly value: JsonObject; readonly end: number } | undefined {
    const next = this.#next;
    const found =
      this.#inRun(next, text, at) ??
      this.#at(next, text, at) ??
      this.#at(next + 1, text, at) ??
      this.#at(next - 2, text, at);
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
    this.#rules.push(value);
    return value;
  }

  /** The same as `#at` where the rules behind it are written the same as well. */
  #inRun(index: number, text: string, at: number): { value: JsonObject; end: number } | undefined {
    const before = this.#before;
    const value = before?.rules[index];
    if (!before || !isJsonObject(value) || !this.#isSure(before, index, text, at)) {
      return undefined;
    }
    this.#next = index + 1;
    return { value, end: (before.ends[index] as number) + this.#shift };
  }

  #isSure({ text: earlier, starts, ends }: RuleSources, index: number, text: string, at: number): boolean {
    const start = starts[index] as number;
    if (index < this.#sure && start + this.#shift === at) {
      return true;
    }
    for (const count of runs) {
      const last = Math.min(index + count, ends.length) - 1;
      const length = (ends[last] as number) - start;
      if (last > index && text.slice(at, at + length) === earlier.slice(start, start + length)) {
        this.#sure = last + 1;
        this.#shift = at - start;
        return true;
      }
    }
    return false;
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
    const before = this.#before;
    if (!before || !isJsonObject(rule)) {
      return undefined;
    }
    const name = nameOf(rule);
    // What was changed stands where it stood.
    if (this.#next < before.rules.length && nameOf(before.rules[this.#next]) === name) {
      return this.#next;
    }
    this.#names ??= new Map(before.rules.map((one, place) => [nameOf(one), place]));
    return this.#names.get(name);
  }
}

function nameOf(rule: JsonValue | undefined): string {
  return (isJsonObject(rule) ? stringAt(rule, 'name') : undefined) ?? '';
}
