import { policyKind, type PolicyKind } from '../core/policy/families.ts';
import {
  arrayAt,
  fromPlain,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../core/json/json.ts';
import { writeJson } from '../core/json/writeJson.ts';
import { ruleName } from '../core/policy/ruleMatch.ts';
import { isAllowedValue } from './checkShape.ts';
import { plainAnswer, readBody, RefusedRequestError, type Route } from './http.ts';
import { colleaguePath, remoteEditKinds, type RemoteEdit, type RemoteEditRequest } from './remoteEdit.ts';
import type { SandboxState } from './sandboxState.ts';

/**
 * Simulates a change of the live policy by someone else. It requires the access key; every sandbox has this
 * route.
 */
export function colleagueRoute(state: SandboxState): Route {
  return {
    method: 'POST',
    path: colleaguePath,
    root: true,
    access: 'any',
    handle: (call) => plainAnswer(simulateRemoteEdit(state, readEditRequest(readBody(call)))),
  };
}

/** Reads a request from the network. */
export function readEditRequest(value: JsonObject): RemoteEditRequest {
  const kind = remoteEditKinds.find((candidate) => candidate === value.get('kind'));
  const policy = stringAt(value, 'policy');
  const member = arrayAt(value, 'member').filter((part) => typeof part === 'string');
  if (kind === undefined || policy === undefined) {
    const kinds = remoteEditKinds.join(', ');
    throw new RefusedRequestError(400, `expected {policy, kind}, with a kind of ${kinds}`);
  }
  return {
    policy,
    kind,
    array: stringAt(value, 'array'),
    rule: stringAt(value, 'rule'),
    member: member.length === 0 ? undefined : member,
    excluded: value.get('excluded'),
  };
}

/**
 * Simulates an edit of the live policy by another person. The same request on the same live policy gives the
 * same result.
 */
export function simulateRemoteEdit(state: SandboxState, request: RemoteEditRequest): RemoteEdit {
  const kind = policyKind(request.policy);
  if (!kind) {
    throw cannot(`no policy is named ${request.policy}`);
  }
  const key = request.array ?? kind.arrays[0]?.key ?? 'rules';
  if (!kind.arrays.some((array) => array.key === key)) {
    throw cannot(`${kind.name} has no list ${key}`);
  }
  const document = state.policies.get(kind.name);
  const rules = arrayAt(document, key).filter(isJsonObject);
  const at = request.rule === undefined ? 0 : rules.findIndex((rule) => ruleName(rule) === request.rule);
  const rule = rules[at];
  if (!rule) {
    throw cannot(
      `${kind.name} has no rule${request.rule === undefined ? '' : ` named "${request.rule}" in live`}`,
    );
  }
  const { next, detail } = editedRules(state, request, { kind, rules, rule, at });
  state.policies.replace(kind.name, new Map(document).set(key, next), 'colleague');
  return { kind: request.kind, policy: kind.name, rule: ruleName(rule), detail };
}

/** The requested edit is impossible. */
function cannot(reason: string): RefusedRequestError {
  return new RefusedRequestError(409, reason);
}

interface Place {
  readonly kind: PolicyKind;
  readonly rules: readonly JsonObject[];
  readonly rule: JsonObject;
  readonly at: number;
}

function editedRules(
  state: SandboxState,
  { kind: edit, member = ['notes'], excluded }: RemoteEditRequest,
  { kind, rules, rule, at }: Place,
): { readonly next: readonly JsonObject[]; readonly detail: string } {
  switch (edit) {
    case 'add': {
      const name = freeName(rules);
      const added = withMember(new Map(rule).set('name', name), ['notes'], 'Added by a colleague');
      // A rule on top could shadow many rules, so it goes above the last rule, which often covers everything.
      const own = anotherCollection(added, state.collections.names());
      return { next: rules.toSpliced(-1, 0, own), detail: name };
    }
    case 'move': {
      if (rules.length < 2) {
        throw cannot('there is no other rule that this one could be moved past');
      }
      const others = rules.toSpliced(at, 1);
      const to = at === rules.length - 1 ? Math.max(0, at - 1) : at + 1;
      return { next: others.toSpliced(to, 0, rule), detail: `${at + 1} → ${to + 1}` };
    }
    case 'delete':
      return { next: rules.toSpliced(at, 1), detail: `${at + 1}` };
    case 'edit': {
      const current = valueAt(rule, member);
      const taken = new Set([current, excluded].map((value) => writeJson(value ?? null)));
      const changed = candidates(current ?? excluded, member, state.collections.names())
        .filter((value) => !taken.has(writeJson(value)))
        .map((value) => withMember(rule, member, value))
        .find((edited) => isAllowedValue(kind, edited, member));
      if (!changed) {
        throw cannot(`a colleague knows no other value for ${member.join('.')}`);
      }
      return { next: rules.with(at, changed), detail: member.join('.') };
    }
  }
}

function freeName(rules: readonly JsonObject[]): string {
  const taken = new Set(rules.map(ruleName));
  let name = 'A colleague was here';
  for (let count = 2; taken.has(name); count++) {
    name = `A colleague was here ${count}`;
  }
  return name;
}

function valueAt(value: JsonValue | undefined, [key, ...rest]: readonly string[]): JsonValue | undefined {
  return key === undefined ? value : isJsonObject(value) ? valueAt(value.get(key), rest) : undefined;
}

function withMember(object: JsonObject, [key, ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (key === undefined) {
    return object;
  }
  const inner = object.get(key);
  return new Map(object).set(
    key,
    rest.length === 0 ? value : withMember(isJsonObject(inner) ? inner : new Map(), rest, value),
  );
}

/** Possible values of a severity threshold, from none to critical. */
const severities = [0, 1, 4, 7, 9];
/** Most sensors can be disabled, and not every sensor can block or prevent. */
const effects = ['alert', 'disable', 'block', 'ignore', 'prevent', 'allow', 'monitor', 'ban'];

/** Puts the rule into another collection, so that it covers other resources. */
function anotherCollection(rule: JsonObject, names: ReadonlySet<string>): JsonObject {
  const other = scopes(rule.get('collections'), names)[0];
  return other ? new Map(rule).set('collections', other) : rule;
}

function candidates(
  value: JsonValue | undefined,
  member: readonly string[],
  collections: ReadonlySet<string>,
): readonly JsonValue[] {
  const key = member.at(-1) ?? '';
  if (typeof value === 'boolean') {
    return [true, false];
  }
  if (value instanceof JsonNumber) {
    const isSeverity = key === 'value' && severities.includes(value.value);
    return (isSeverity ? severities.toReversed() : [1, 2, 3].map((more) => value.value + more)).map(
      fromPlain,
    );
  }
  if (key === 'collections') {
    return scopes(value, collections);
  }
  if (typeof value === 'string' && (/effect$/i.test(key) || effects.includes(value))) {
    // The console combines effects of vulnerability and compliance rules, so each single effect is a
    // candidate.
    return value.includes(',') ? value.split(/, */) : effects;
  }
  return typeof value === 'string' || key === 'notes'
    ? ['Changed by a colleague', 'Changed by a colleague, again', 'Changed by a colleague once more']
    : [];
}

/** Returns scopes of one unused collection each, without `All`, which no person would choose. */
function scopes(current: JsonValue | undefined, names: ReadonlySet<string>): JsonValue[] {
  const used = new Set(
    isJsonArray(current)
      ? current.map((collection) => (isJsonObject(collection) ? stringAt(collection, 'name') : undefined))
      : [],
  );
  return [...names].filter((name) => name !== 'All' && !used.has(name)).map((name) => fromPlain([{ name }]));
}
