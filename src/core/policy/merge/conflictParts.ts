import { clipped } from '../../util/firstLines.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  sameValue,
} from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { memberText } from '../canonical.ts';
import { collectionName } from '../comparisonForm.ts';
import { ruleName } from '../ruleMatch.ts';
import { severityNames } from '../severities.ts';
import type { MergeConflict, Three } from './mergeConflict.ts';

/** Values with at most this many characters are shown unchanged. */
const SHORT = 80;
/** The number of characters that stay in front of a difference. */
const CONTEXT = 20;

const check = /^condition\.vulnerabilities\[(\d+)\](?:\.(.+))?$/;

/** Returns the compliance check of a conflict and its field; undefined for any other conflict. */
export function checkOf({
  path,
}: Pick<MergeConflict, 'path'>): { id: string; member: string | undefined } | undefined {
  const [, id, member] = check.exec(path) ?? [];
  return id === undefined ? undefined : { id, member };
}

/** Identifies the rule of a conflict among several rules of one name. */
export interface Twin {
  readonly side: 'mine' | 'live';
  /** The position in the list, starting at 1. */
  readonly at: number;
  /** A field whose value differs from that of every other rule of the name; undefined where none does. */
  readonly field: { readonly key: string; readonly text: string } | undefined;
}

/** Undefined unless the conflict is about a whole rule and another rule of the side has its name. */
export function twinOf(
  sides: { readonly mine: JsonObject; readonly live: JsonObject },
  conflict: MergeConflict,
): Twin | undefined {
  const side = conflict.mine === undefined ? 'live' : 'mine';
  const rule = conflict[side];
  const rules = conflict.kind === 'deleted' ? arrayAt(sides[side], conflict.array ?? '') : [];
  const place = rules.findIndex((candidate) => candidate === rule);
  const others = rules.filter((other, at) => at !== place && ruleName(other) === ruleName(rule));
  if (place < 0 || others.length === 0 || !isJsonObject(rule)) {
    return undefined;
  }
  const textAt = (item: JsonValue, key: string): string =>
    memberText(isJsonObject(item) ? item.get(key) : undefined, undefined);
  const keys = ['collections', ...rule.keys()].filter(
    (key) => key !== 'name' && others.every((other) => textAt(other, key) !== textAt(rule, key)),
  );
  const [key] = keys;
  const value = key === undefined ? undefined : rule.get(key);
  const names = isJsonArray(value) ? value.map(collectionName).filter((name) => name !== undefined) : [];
  const text = key === 'collections' ? names.join(', ') : value === undefined ? '' : writeJson(value);
  return {
    side,
    at: place + 1,
    field: key === undefined ? undefined : { key, text: clipped(text, SHORT) },
  };
}

/** Returns the name of the severity of a threshold; undefined for other values. */
export function severityOf(
  { path }: Pick<MergeConflict, 'path'>,
  value: JsonValue | undefined,
): string | undefined {
  const isThreshold = /(?:^|\.)(?:alert|block)Threshold\.value$/.test(path);
  return isThreshold && value instanceof JsonNumber ? severityNames.get(Number(value.lexeme)) : undefined;
}

/** Returns the values of a conflict without the list items or object fields that all sides share. */
export function differingParts({ kind, base, mine, live }: MergeConflict): Three & { readonly same: number } {
  const sides = [base, mine, live].filter((side) => side !== undefined);
  const whole = { base, mine, live, same: 0 };
  if (kind === 'order' || sides.length < 2 || sides.every((side) => writeJson(side).length <= SHORT)) {
    return whole;
  }
  if (sides.every(isJsonArray)) {
    const [first = [], ...others] = sides;
    const common = first.filter((item) =>
      others.every((list) => list.some((other) => sameValue(other, item))),
    );
    const rest = (value: JsonValue | undefined): JsonValue | undefined =>
      isJsonArray(value) ? value.filter((item) => !common.some((shared) => sameValue(shared, item))) : value;
    const isOrder = sides.every((list) => list.length === common.length);
    return isOrder ? whole : { base: rest(base), mine: rest(mine), live: rest(live), same: common.length };
  }
  if (sides.every(isJsonObject)) {
    const [first = new Map<string, JsonValue>(), ...others] = sides;
    const common = [...first].flatMap(([key, value]) =>
      others.every((other) => sameValue(other.get(key), value)) ? [key] : [],
    );
    const rest = (value: JsonValue | undefined): JsonValue | undefined =>
      isJsonObject(value) ? new Map([...value].filter(([key]) => !common.includes(key))) : value;
    return { base: rest(base), mine: rest(mine), live: rest(live), same: common.length };
  }
  return whole;
}

/** Starts long texts shortly before their difference, because texts cut at the same length can look equal. */
export function clippedTexts(texts: readonly string[], maxLength: number): string[] {
  const [first = ''] = texts;
  let differs = 0;
  while (differs < first.length && texts.every((text) => text[differs] === first[differs])) {
    differs++;
  }
  const from = texts.length > 1 && differs > CONTEXT ? differs - CONTEXT : 0;
  return texts.map((text) => {
    if (text.length <= maxLength) {
      return text;
    }
    const part = `${from > 0 ? '…' : ''}${text.slice(from, from + maxLength)}`;
    return from + maxLength < text.length ? `${part}…` : part;
  });
}
