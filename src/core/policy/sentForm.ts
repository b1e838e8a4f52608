import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { collectionName } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import { ruleName } from './ruleMatch.ts';
import { type PlanStep, diffPolicies, type PolicyDiff } from './ruleDiff.ts';
import { withoutServerMembers } from './pulledForm.ts';

interface SentForm extends PolicyDiff {
  /** The document after the push, except for the parts that the console fills in. */
  readonly next: JsonObject;
  /** The text of the PUT. */
  readonly body: string;
  /** No rule is left after the push. */
  readonly emptiesPolicy: boolean;
}

/**
 * Returns the content that a push of `working` over `live` sends. Keys keep their order from the policy file,
 * and unknown fields and number lexemes stay unchanged. The identity is always present, and only renamed
 * rules have a `previousName`. A policy that loses all rules is sent as `{}`, because this is how a console
 * deletes them. The network policy keeps its other fields instead.
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

/**
 * An identity in the document stays; an absent `_id` comes from the live policy, an absent policy type from
 * the endpoint.
 */
function withIdentity(kind: PolicyKind, live: JsonObject, document: JsonObject): JsonObject {
  const { field, value } = kind.identity;
  if (stringAt(document, field)) {
    return document;
  }
  const identity = (field === '_id' && stringAt(live, field)) || value;
  return new Map([[field, identity], ...[...document].filter(([key]) => key !== field)]);
}

/** A push must not erase fields of the network policy that the file omits. */
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

/** A collection of a rule that the console does not have. */
export interface MissingCollection {
  readonly array: string;
  readonly rule: string;
  readonly index: number;
  readonly collection: string;
}

/**
 * Returns every use of an unknown collection, because the console silently drops the rule. Reads the names of
 * the console only for a document that uses a collection.
 */
export async function missingCollections(
  kind: PolicyKind,
  document: JsonObject,
  readNames: () => Promise<ReadonlySet<string>>,
): Promise<readonly MissingCollection[]> {
  const uses = collectionUses(kind, document);
  const known = uses.length > 0 ? await readNames() : new Set();
  return uses.filter(({ collection }) => !known.has(collection));
}

/** Returns each collection of a rule once. */
function collectionUses(kind: PolicyKind, document: JsonObject): MissingCollection[] {
  const uses: MissingCollection[] = [];
  for (const array of [...kind.arrays.map(({ key }) => key), 'networkEntities']) {
    let index = 0;
    for (const rule of arrayAt(document, array)) {
      const seen = new Set<string>();
      for (const item of isJsonObject(rule) ? arrayAt(rule, 'collections') : []) {
        const collection = collectionName(item);
        if (collection !== undefined && !seen.has(collection)) {
          seen.add(collection);
          uses.push({ array, rule: ruleName(rule), index, collection });
        }
      }
      index++;
    }
  }
  return uses;
}
