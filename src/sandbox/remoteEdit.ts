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
import { parseJson } from '../core/json/jsonText.ts';
import { writeJson } from '../core/json/writeJson.ts';
import { policyKind, type PolicyKind } from '../core/policy/families.ts';
import { ruleName } from '../core/policy/ruleMatch.ts';
import { ExpectedError, messageOf } from '../core/util/errors.ts';
import { freeName } from '../core/util/freeName.ts';
import { isAllowedValue } from './checkShape.ts';
import { colleague, type SandboxAccessKey } from './sessions.ts';

/** The edits of the live policy that the simulated colleague can make. */
export const remoteEditKinds = ['add', 'move', 'edit', 'delete'] as const;

export interface RemoteEditRequest {
  readonly policy: string;
  readonly kind: (typeof remoteEditKinds)[number];
  /** The key of the rule array; the first array of the policy by default. */
  readonly array?: string | undefined;
  /** The rule to move, edit or delete, or the template of a new rule; the first by default. */
  readonly rule?: string | undefined;
  /** The path of the edited field inside the rule; the notes by default. */
  readonly member?: readonly string[] | undefined;
  /** A value that the field must not get, because it is the local value. */
  readonly excluded?: JsonValue | undefined;
}

/** The finished edit. */
export interface RemoteEdit {
  readonly kind: RemoteEditRequest['kind'];
  readonly policy: string;
  readonly rule: string;
  /** The new name, the old and new position (starting at 1), or the field. */
  readonly detail: string;
}

/**
 * Edits a policy as another user of a sandbox on this computer, in this or another process. The same request on the
 * same live policy gives the same result.
 */
export async function requestRemoteEdit(
  url: string,
  { secret }: SandboxAccessKey,
  request: RemoteEditRequest,
): Promise<RemoteEdit> {
  const { protocol, hostname, origin } = new URL(url);
  // The key may only reach a sandbox on this computer.
  if (protocol !== 'http:' || hostname !== '127.0.0.1') {
    throw new ExpectedError('not-a-sandbox', 'Only a sandbox on this computer can simulate a colleague.');
  }
  const kind = policyKind(request.policy);
  if (!kind) {
    throw refused(`no policy is named ${request.policy}`);
  }
  const login = writeJson(fromPlain({ username: colleague, password: secret }));
  const session = await send(origin, 'POST', '/authenticate', '', login);
  const token = (isJsonObject(session) && stringAt(session, 'token')) || '';
  const collections = await send(origin, 'GET', '/collections', token);
  const live = await send(origin, 'GET', kind.path, token);
  if (!isJsonArray(collections) || !isJsonObject(live)) {
    throw refused('The sandbox answered with another form.');
  }
  const names = collections.filter(isJsonObject).map((collection) => stringAt(collection, 'name') ?? '');
  const { next, edit } = editedPolicy(kind, live, names, request);
  await send(origin, 'PUT', kind.path, token, writeJson(next));
  return edit;
}

/** The edit is impossible, or the sandbox refuses it. */
function refused(reason: string): ExpectedError {
  return new ExpectedError('colleague-refused', reason);
}

/** The limit of an answer. No sandbox has larger policies. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const timeoutMs = 10_000;

/** Sends a request to the sandbox at an origin of this computer. Returns the JSON of its answer; undefined for none. */
async function send(
  origin: string,
  method: string,
  path: string,
  token: string,
  body?: string,
): Promise<JsonValue | undefined> {
  let status: number;
  let text = '';
  try {
    const headers = { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(timeoutMs);
    const init = { method, headers, signal, redirect: 'error', ...(body !== undefined && { body }) } as const;
    const answer = await fetch(`${origin}/api/v1${path}`, init);
    ({ status } = answer);
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > MAX_CHARACTERS) {
        throw new Error('it answers too much');
      }
    }
  } catch (error) {
    throw new ExpectedError('unreachable', `The sandbox does not answer at ${origin}: ${messageOf(error)}`);
  }
  let value: JsonValue | undefined;
  try {
    value = text === '' ? undefined : parseJson(text);
  } catch {
    throw refused(`The sandbox answered ${status} without JSON.`);
  }
  if (status !== 200) {
    throw refused((isJsonObject(value) && stringAt(value, 'err')) || `The sandbox answered ${status}.`);
  }
  return value;
}

/** The policy after the edit. Throws ExpectedError `colleague-refused` when the edit is impossible. */
export function editedPolicy(
  kind: PolicyKind,
  live: JsonObject,
  collections: readonly string[],
  request: RemoteEditRequest,
): { readonly next: JsonObject; readonly edit: RemoteEdit } {
  const key = request.array ?? kind.arrays[0]?.key ?? 'rules';
  if (!kind.arrays.some((array) => array.key === key)) {
    throw refused(`${kind.name} has no list ${key}`);
  }
  const rules = arrayAt(live, key).filter(isJsonObject);
  const at = request.rule === undefined ? 0 : rules.findIndex((rule) => ruleName(rule) === request.rule);
  const rule = rules[at];
  if (!rule) {
    throw refused(
      `${kind.name} has no rule${request.rule === undefined ? '' : ` named "${request.rule}" in live`}`,
    );
  }
  const { next, detail } = editedRules(kind, rules, at, rule, collections, request);
  return {
    next: new Map(live).set(key, next),
    edit: { kind: request.kind, policy: kind.name, rule: ruleName(rule), detail },
  };
}

function editedRules(
  kind: PolicyKind,
  rules: readonly JsonObject[],
  at: number,
  rule: JsonObject,
  collections: readonly string[],
  { kind: edit, member = ['notes'], excluded }: RemoteEditRequest,
): { readonly next: readonly JsonObject[]; readonly detail: string } {
  switch (edit) {
    case 'add': {
      const name = freeName(new Set(rules.map(ruleName)), (count) =>
        count === 1 ? 'A colleague was here' : `A colleague was here ${count}`,
      );
      const added = withMember(new Map(rule).set('name', name), ['notes'], 'Added by a colleague');
      // A rule on top could shadow many rules, so it goes above the last rule, which often covers everything.
      const own = anotherCollection(added, collections);
      return { next: rules.toSpliced(-1, 0, own), detail: name };
    }
    case 'move': {
      if (rules.length < 2) {
        throw refused('there is no other rule that this one could be moved past');
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
      const changed = candidates(current ?? excluded, member, collections)
        .filter((value) => !taken.has(writeJson(value)))
        .map((value) => withMember(rule, member, value))
        .find((edited) => isAllowedValue(kind, edited, member));
      if (!changed) {
        throw refused(`a colleague knows no other value for ${member.join('.')}`);
      }
      return { next: rules.with(at, changed), detail: member.join('.') };
    }
  }
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
function anotherCollection(rule: JsonObject, names: readonly string[]): JsonObject {
  const other = scopes(rule.get('collections'), names)[0];
  return other ? new Map(rule).set('collections', other) : rule;
}

function candidates(
  value: JsonValue | undefined,
  member: readonly string[],
  collections: readonly string[],
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
function scopes(current: JsonValue | undefined, names: readonly string[]): JsonValue[] {
  const used = new Set(
    isJsonArray(current)
      ? current.map((collection) => (isJsonObject(collection) ? stringAt(collection, 'name') : undefined))
      : [],
  );
  return names.filter((name) => name !== 'All' && !used.has(name)).map((name) => fromPlain([{ name }]));
}
