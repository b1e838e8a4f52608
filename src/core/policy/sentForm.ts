import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import type { PolicyKind } from './families.ts';
import type { PlanStep } from './planStep.ts';
import { withoutServerMembers } from './pulledForm.ts';
import { diffPolicies, type PolicyDiff } from './ruleDiff.ts';

export interface SentForm extends PolicyDiff {
  /** The document after the push, as far as the client decides about it. */
  readonly next: JsonObject;
  /** The text of the PUT. */
  readonly body: string;
  /** No rule is left. */
  readonly emptiesPolicy: boolean;
}

/**
 * What a push of `working` over `live` sends: keys in the order of the working copy, unknown members and number lexemes
 * as they are, identity ensured, `previousName` on renamed rules and on no others. A policy that loses all its rules is
 * sent as `{}`, which is how a console is told to delete them; the network policy keeps its other members instead.
 */
export function sentForm(kind: PolicyKind, live: JsonObject, working: JsonObject): SentForm {
  const complete = withIdentity(kind, live, kind.isNetwork ? withMembersOf(live, working) : working);
  const diff = diffPolicies(kind, live, complete);
  const next = withRenames(withoutServerMembers(kind, complete), diff.steps);
  const emptiesPolicy = isWithoutRules(kind, next);
  const wipes = emptiesPolicy && !isWithoutRules(kind, live) && !kind.isNetwork;
  const body = wipes ? '{}' : writeJson(next);
  return { ...diff, next, body, emptiesPolicy };
}

export function isWithoutRules(kind: PolicyKind, document: JsonObject): boolean {
  return kind.arrays.every(({ key }) => arrayAt(document, key).length === 0);
}

/** The document's own `_id` is never changed, only filled in; the policy type is that of the endpoint. */
function withIdentity(kind: PolicyKind, live: JsonObject, document: JsonObject): JsonObject {
  const { field, value } = kind.identity;
  if (stringAt(document, field)) {
    return document;
  }
  const identity = (field === '_id' && stringAt(live, field)) || value;
  return new Map([[field, identity], ...[...document].filter(([key]) => key !== field)]);
}

/** A member of the network policy that the file leaves out is not thereby to be wiped. */
function withMembersOf(live: JsonObject, document: JsonObject): JsonObject {
  const missing = ['containerEnabled', 'hostEnabled', 'networkEntities'].flatMap(
    (key): [string, JsonValue][] => {
      const value = live.get(key);
      return document.has(key) || value === undefined ? [] : [[key, value]];
    },
  );
  return new Map([...document, ...missing]);
}

function withRenames(document: JsonObject, steps: readonly PlanStep[]): JsonObject {
  const result = new Map(document);
  for (const step of steps) {
    if (step.kind !== 'rename' || step.previousName === '') {
      continue;
    }
    const rules = result.get(step.array);
    const rule = isJsonArray(rules) ? rules[step.to] : undefined;
    if (isJsonArray(rules) && isJsonObject(rule)) {
      result.set(step.array, rules.with(step.to, new Map(rule).set('previousName', step.previousName)));
    }
  }
  return result;
}
