import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../json/json.ts';
import { memberPath } from '../json/memberPath.ts';
import { isEmpty } from './canonical.ts';
import { countedValue, documentFormOf, isNoise, type Form } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import { keyedItems } from './keyedItems.ts';
import { ruleName } from './ruleMatch.ts';
import { sameForm, sameRule } from './sameForm.ts';

/** A change that a console made to a pushed policy by itself. */
export interface ConsoleEdit {
  readonly kind: 'dropped' | 'wrote';
  /** The rule; absent for a field outside the rules. */
  readonly rule?: string;
  readonly path: string;
  /** The value that the console wrote. */
  readonly value?: JsonValue;
}

/** Checks the published interface for a field; a number in the path matches any entry of a list. */
export type IsKnownField = (kind: PolicyKind, path: readonly (string | number)[]) => boolean;

/**
 * Returns the edits by which a console turns `sent` into `live`; undefined when any difference has another
 * cause. A console drops fields that it does not know, and computes the effect of a rule.
 */
export function consoleEdits(
  kind: PolicyKind,
  sent: JsonObject,
  live: JsonObject,
  isKnown: IsKnownField,
): readonly ConsoleEdit[] | undefined {
  return new ConsoleEdits(kind, isKnown).find(sent, live);
}

class ConsoleEdits {
  readonly #kind: PolicyKind;
  readonly #isKnown: IsKnownField;
  readonly #edits: ConsoleEdit[] = [];

  constructor(kind: PolicyKind, isKnown: IsKnownField) {
    this.#kind = kind;
    this.#isKnown = isKnown;
  }

  find(sent: JsonObject, live: JsonObject): readonly ConsoleEdit[] | undefined {
    const form = documentFormOf(this.#kind);
    const place: Place = { keys: [], path: '' };
    return this.#object(sent, live, form, place) ? this.#edits : undefined;
  }

  /** Returns false as soon as the console cannot have made a difference by itself. */
  #object(sent: JsonObject, live: JsonObject, form: Form | undefined, place: Place): boolean {
    return [...new Set([...sent.keys(), ...live.keys()])].every((key) =>
      this.#member(key, sent, live, form, place),
    );
  }

  #member(key: string, sent: JsonObject, live: JsonObject, form: Form | undefined, place: Place): boolean {
    const [before, after] = [countedValue(key, sent.get(key), form), countedValue(key, live.get(key), form)];
    const inner: Place = { ...place, keys: [...place.keys, key], path: memberPath(place.path, key) };
    const ofMember = form?.members?.get(key);
    if (isNoise(key, form)) {
      this.#noteEffect(key, sent, live, form, place);
      return true;
    }
    if (place.keys.length === 0 && this.#kind.arrays.some((array) => array.key === key)) {
      return this.#rules(before ?? [], after ?? [], ofMember?.items, inner);
    }
    if (sameForm(before, after, ofMember)) {
      return true;
    }
    if ((live.get(key) ?? null) === null && !this.#isKnown(this.#kind, inner.keys)) {
      this.#edits.push({ kind: 'dropped', ...ruleOf(place), path: inner.path });
      return true;
    }
    return this.#inside(before, after, ofMember, inner);
  }

  #inside(
    before: JsonValue | undefined,
    after: JsonValue | undefined,
    form: Form | undefined,
    place: Place,
  ): boolean {
    if (isJsonObject(before) && (isJsonObject(after) || isEmpty(after, form))) {
      return this.#object(before, isJsonObject(after) ? after : new Map(), form, place);
    }
    if (!isJsonArray(before) || !isJsonArray(after) || before.length !== after.length) {
      return false;
    }
    return pairs(before, after, form).every(([key, itemBefore, itemAfter]) => {
      const item = { ...place, keys: [...place.keys, 0], path: `${place.path}[${key}]` };
      return (
        sameRule(itemBefore, itemAfter, form?.items ?? {}) ||
        this.#inside(itemBefore, itemAfter, form?.items, item)
      );
    });
  }

  #rules(sent: JsonValue, live: JsonValue, form: Form | undefined, place: Place): boolean {
    if (!isJsonArray(sent) || !isJsonArray(live) || sent.length !== live.length) {
      return false;
    }
    return sent.every((rule, at) => {
      const other = live[at] ?? null;
      const ofRule = { keys: [...place.keys, 0], path: '', rule: ruleName(rule) };
      if (isJsonObject(rule) && isJsonObject(other) && sameRule(rule, other, form ?? {})) {
        this.#noteEffect('effect', rule, other, form, ofRule);
        return true;
      }
      return this.#inside(rule, other, form, ofRule);
    });
  }

  /** An effect that the console adds to a rule without one is an ordinary fill-in, so only rewrites count. */
  #noteEffect(key: string, sent: JsonObject, live: JsonObject, form: Form | undefined, place: Place): void {
    const [before, value] = [sent.get(key), live.get(key)];
    const isRewritten = !isEmpty(before, undefined) && !sameForm(before, value, undefined);
    if (key === 'effect' && form?.noise?.has(key) && value !== undefined && isRewritten) {
      this.#edits.push({ kind: 'wrote', ...ruleOf(place), path: key, value });
    }
  }
}

interface Place {
  /** The path from the document root, in the terms of a schema. */
  readonly keys: readonly (string | number)[];
  /** The path within the rule, or within the document outside the rules. */
  readonly path: string;
  readonly rule?: string;
}

function ruleOf({ rule }: Place): Pick<ConsoleEdit, 'rule'> {
  return rule === undefined ? {} : { rule };
}

/** Pairs items by key where the list has one, otherwise by index. */
function pairs(
  before: JsonArray,
  after: JsonArray,
  form: Form | undefined,
): (readonly [key: string, before: JsonValue, after: JsonValue])[] {
  const key = form?.isUnordered && form.key;
  const [byKeyBefore, byKeyAfter] = [before, after].map((list) => (key ? keyedItems(list, key) : undefined));
  return byKeyBefore && byKeyAfter
    ? [...byKeyBefore].map(([key, item]) => [key, item, byKeyAfter.get(key) ?? null])
    : before.map((item, at) => [String(at), item, after[at] ?? null]);
}
