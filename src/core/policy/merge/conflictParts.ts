import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import { writeJson } from '../../json/writeJson.ts';
import { memberText } from '../canonical.ts';
import { collectionName } from '../comparisonForm.ts';
import { ruleName } from '../ruleMatch.ts';
import { severityNames } from '../severityNames.ts';
import type { MergeConflict, Three } from './mergeConflict.ts';

/** Values of no more characters than these are shown as they are. */
const SHORT = 80;
/** The characters that stay in front of a difference. */
const CONTEXT = 20;

const check = /^condition\.vulnerabilities\[(\d+)\](?:\.(.+))?$/;

/** The compliance check that a conflict is about, and the member of it; undefined where it is about something else. */
export function checkOf({
  path,
}: Pick<MergeConflict, 'path'>): { id: string; member: string | undefined } | undefined {
  const [, id, member] = check.exec(path) ?? [];
  return id === undefined ? undefined : { id, member };
}

/** Which of the rules of one name a conflict is about. */
export interface Twin {
  readonly side: 'mine' | 'live';
  /** Place in the list, from 1 on. */
  readonly at: number;
  /** A field that none of the others has with this value; undefined where nothing tells them apart. */
  readonly field: { readonly key: string; readonly text: string } | undefined;
}

/** Undefined for a conflict about anything but a whole rule, and where no other rule of the side has its name. */
export function twinOf(
  sides: { readonly mine: JsonObject; readonly live: JsonObject },
  conflict: MergeConflict,
): Twin | undefined {
  const side = conflict.mine === undefined ? 'live' : 'mine';
  const rule = conflict[side];
  const rules = conflict.kind === 'deleted' ? arrayAt(sides[side], conflict.array ?? '') : [];
  const place = rules.findIndex((one) => one === rule);
  const others = rules.filter((one, at) => at !== place && ruleName(one) === ruleName(rule));
  if (place < 0 || others.length === 0 || !isJsonObject(rule)) {
    return undefined;
  }
  const textAt = (one: JsonValue, key: string): string =>
    memberText(isJsonObject(one) ? one.get(key) : undefined, undefined);
  const keys = ['collections', ...rule.keys()].filter(
    (key) => key !== 'name' && others.every((one) => textAt(one, key) !== textAt(rule, key)),
  );
  const [key] = keys;
  const value = key === undefined ? undefined : rule.get(key);
  const names = isJsonArray(value) ? value.map(collectionName).filter((name) => name !== undefined) : [];
  const text = key === 'collections' ? names.join(', ') : value === undefined ? '' : writeJson(value);
  return {
    side,
    at: place + 1,
    field:
      key === undefined ? undefined : { key, text: text.length > SHORT ? `${text.slice(0, SHORT)}…` : text },
  };
}

/** The name of the severity that a threshold is; undefined for everything else. */
export function severityOf(
  { path }: Pick<MergeConflict, 'path'>,
  value: JsonValue | undefined,
): string | undefined {
  const isThreshold = /(?:^|\.)(?:alert|block)Threshold\.value$/.test(path);
  return isThreshold && value instanceof JsonNumber ? severityNames.get(Number(value.lexeme)) : undefined;
}

/** The values of a conflict without what all sides say: of lists the other items, of objects the other members. */
export function differingParts({ kind, base, mine, live }: MergeConflict): Three & { readonly same: number } {
  const sides = [base, mine, live].filter((side) => side !== undefined);
  const whole = { base, mine, live, same: 0 };
  if (kind === 'order' || sides.length < 2 || sides.every((side) => writeJson(side).length <= SHORT)) {
    return whole;
  }
  if (sides.every(isJsonArray)) {
    const [first = [], ...others] = sides;
    const common = first.filter((item) => others.every((list) => list.some((one) => sameValue(one, item))));
    const rest = (value: JsonValue | undefined): JsonValue | undefined =>
      isJsonArray(value) ? value.filter((item) => !common.some((one) => sameValue(one, item))) : value;
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

/** Texts that are longer than `longest` begin shortly before they differ: cut at the same length they would look alike. */
export function clippedTexts(texts: readonly string[], longest: number): string[] {
  const [first = ''] = texts;
  let differs = 0;
  while (differs < first.length && texts.every((text) => text[differs] === first[differs])) {
    differs++;
  }
  const from = texts.length > 1 && differs > CONTEXT ? differs - CONTEXT : 0;
  return texts.map((text) => {
    if (text.length <= longest) {
      return text;
    }
    const part = `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}`;
    return from + longest < text.length ? `${part}…` : part;
  });
}
