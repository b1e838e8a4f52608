import { policyKind, type PolicyKind } from '../core/policy/families.ts';
import {
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
  fromPlain,
  JsonNumber,
} from '../core/json/json.ts';
import { isAllowedValue } from './checkShape.ts';
import { remoteEditKinds, type RemoteEdit, type RemoteEditRequest } from './remoteEdit.ts';
import type { SandboxState } from './sandboxState.ts';
import { writeJson } from '../core/json/writeJson.ts';

/** The requested edit is impossible; the message goes to the requester. */
export class CannotSimulateError extends Error {
  override readonly name = 'CannotSimulateError';
}

const colleagueName = 'colleague';

/**
 * Simulates an edit of the live policy by another person. The same request on the same live policy gives the
 * same result.
 */
export function simulateRemoteEdit(state: SandboxState, request: RemoteEditRequest): RemoteEdit {
  const kind = policyKind(request.policy);
  if (!kind) {
    throw new CannotSimulateError(`no policy is named ${request.policy}`);
  }
  const key = request.array ?? kind.arrays[0]?.key ?? 'rules';
  if (!kind.arrays.some((array) => array.key === key)) {
    throw new CannotSimulateError(`${kind.name} has no list ${key}`);
  }
  const document = state.policies.get(kind.name);
  const list = document.get(key);
  const rules = isJsonArray(list) ? list.filter(isJsonObject) : [];
  const at = request.rule === undefined ? 0 : rules.findIndex((rule) => nameOf(rule) === request.rule);
  const rule = rules[at];
  if (!rule) {
    throw new CannotSimulateError(
      request.rule === undefined
        ? `${kind.name} has no rule`
        : `${kind.name} has no rule named "${request.rule}" in live`,
    );
  }
  const { next, detail } = editedRules(state, request, { kind, rules, rule, at });
  state.policies.replace(kind.name, new Map(document).set(key, [...next]), colleagueName);
  return { kind: request.kind, policy: kind.name, rule: nameOf(rule), detail };
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
        throw new CannotSimulateError('there is no other rule that this one could be moved past');
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
        throw new CannotSimulateError(`a colleague knows no other value for ${member.join('.')}`);
      }
      return { next: rules.with(at, changed), detail: member.join('.') };
    }
    default:
      throw new CannotSimulateError(`a colleague does one of ${remoteEditKinds.join(', ')}`);
  }
}

function nameOf(rule: JsonObject): string {
  return stringAt(rule, 'name') ?? '';
}

function freeName(rules: readonly JsonObject[]): string {
  const taken = new Set(rules.map(nameOf));
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

/** Reads a request from the network; returns the problem as text when the request is invalid. */
export function readEditRequest(value: JsonValue): RemoteEditRequest | string {
  if (!isJsonObject(value)) {
    return 'expected an object';
  }
  const kind = remoteEditKinds.find((candidate) => candidate === value.get('kind'));
  const policy = stringAt(value, 'policy');
  const [array, rule] = [stringAt(value, 'array'), stringAt(value, 'rule')];
  const path = value.get('member');
  const member = isJsonArray(path) ? path.filter((part) => typeof part === 'string') : undefined;
  const excluded = value.get('excluded');
  if (kind === undefined || policy === undefined) {
    return `expected {policy, kind}, with a kind of ${remoteEditKinds.join(', ')}`;
  }
  return {
    policy,
    kind,
    ...(array === undefined ? {} : { array }),
    ...(rule === undefined ? {} : { rule }),
    ...(member === undefined || member.length === 0 ? {} : { member }),
    ...(excluded === undefined ? {} : { excluded }),
  };
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
