import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../json/json.ts';
import { canonicalText, isEmpty } from '../policy/canonical.ts';
import { outerBoxOf, type NamedScope, type OrderedRule } from './orderedRule.ts';

/** A value of another kind than its place takes, as a text; else undefined. The meaning of such a value is unknown. */
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

/** A scope that may contain anything. Equal texts are the same scope. */
export function unknownScope(text: string): NamedScope {
  return { name: `\n${text}`, box: undefined, why: ['misread'] };
}

/** Whether a name is the key of an unreadable value. No real name begins so. */
export function isUnreadableName(name: string): boolean {
  return name.startsWith('\n');
}

/** A list of rules, or a list in a rule. A value of another kind counts as one item that cannot be read. */
export function listAt(holder: JsonObject, key: string): JsonArray {
  const value = holder.get(key);
  const odd = oddText(value, isJsonArray);
  return isJsonArray(value) ? value : odd === undefined ? [] : [[odd]];
}

/** A value that is no object becomes a rule with one unknown field, since it may do anything. */
export function asRule(rule: JsonValue | undefined): JsonObject | undefined {
  return rule === undefined || rule === null || isJsonObject(rule)
    ? (rule ?? undefined)
    : new Map([['rule', rule]]);
}

/** A value that is no object may match anything. `null` is no rule. */
export function unreadableRule(rule: JsonValue): OrderedRule {
  const text = rule === null ? undefined : canonicalText(rule, undefined);
  return text === undefined
    ? { name: '', enabled: false, scopes: [], effect: '' }
    : { name: '', enabled: true, scopes: [unknownScope(text)], effect: text };
}

/** A scope that perhaps takes part. Only its outer limit stays certain: resources outside of it never match. */
export function perhaps(scope: NamedScope, why: string): NamedScope {
  const { ends } = scope;
  return {
    name: `\n${why} ${scope.name}`,
    box: undefined,
    why: ['misread'],
    outer: outerBoxOf(scope),
    ...(ends && { ends }),
    ...(scope.isBeyondLimit && { isBeyondLimit: scope.isBeyondLimit }),
    ...(scope.isEmpty && { isEmpty: scope.isEmpty }),
  };
}

/** The scopes of a rule, with unknown contents where the `disabled` flag cannot be read. */
export function takingPart(rule: JsonObject, scopes: readonly NamedScope[]): readonly NamedScope[] {
  const odd = oddText(rule.get('disabled'), isFlag);
  return odd === undefined ? scopes : scopes.map((scope) => perhaps(scope, odd));
}
