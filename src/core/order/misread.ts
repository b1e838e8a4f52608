import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../json/json.ts';
import { canonicalText, isEmpty } from '../policy/canonical.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';

/** A value of another kind than its place takes, or nothing. What it means to the console is not known. */
export function oddText(
  value: JsonValue | undefined,
  isUsual: (value: JsonValue) => boolean,
): string | undefined {
  return value === undefined || isUsual(value) || isEmpty(value, undefined)
    ? undefined
    : canonicalText(value, undefined);
}

export function isFlag(value: JsonValue): boolean {
  return typeof value === 'boolean';
}

/** Of what may name anything: equal texts are the same, whatever it is. */
export function unknownScope(text: string): NamedScope {
  return { name: `\n${text}`, box: undefined, why: ['misread'] };
}

/** No name that anything can have: the key of what cannot be read. */
export function isUnreadableName(name: string): boolean {
  return name.startsWith('\n');
}

/** A list of rules, or of what they name. What is no list is one item of it that cannot be read. */
export function listAt(holder: JsonObject, key: string): JsonArray {
  const value = holder.get(key);
  const odd = oddText(value, isJsonArray);
  return isJsonArray(value) ? value : odd === undefined ? [] : [[odd]];
}

/** What is no rule and not nothing may do anything: as a rule it has a member that is not known. */
export function asRule(rule: JsonValue | undefined): JsonObject | undefined {
  return rule === undefined || rule === null || isJsonObject(rule)
    ? (rule ?? undefined)
    : new Map([['rule', rule]]);
}

/** Of what is no rule: whether it takes part, and for what, is not known. Nothing at all is none. */
export function unreadableRule(rule: JsonValue): OrderedRule {
  const text = rule === null ? undefined : canonicalText(rule, undefined);
  return text === undefined
    ? { name: '', enabled: false, scopes: [], effect: '' }
    : { name: '', enabled: true, scopes: [unknownScope(text)], effect: text };
}

/** As far as it is certain of a scope that perhaps takes part: what it does not name, it names in no case. */
export function perhaps(scope: NamedScope, why: string): NamedScope {
  const { box, single, ends } = scope;
  const may = box ?? scope.may;
  const most = box ?? single?.most;
  return {
    name: `\n${why} ${scope.name}`,
    box: undefined,
    why: ['misread'],
    ...(may && { may }),
    ...(most && { single: { most } }),
    ...(ends && { ends }),
    ...(scope.isBeyondLimit && { isBeyondLimit: scope.isBeyondLimit }),
    ...(scope.isEmpty && { isEmpty: scope.isEmpty }),
  };
}

/** Scopes of a rule of which its flag may say that it takes part. */
export function takingPart(rule: JsonObject, scopes: readonly NamedScope[]): readonly NamedScope[] {
  const odd = oddText(rule.get('disabled'), isFlag);
  return odd === undefined ? scopes : scopes.map((scope) => perhaps(scope, odd));
}
