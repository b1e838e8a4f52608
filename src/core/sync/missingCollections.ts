import { collectionName } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject } from '../json/json.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import { inSlices } from '../util/inSlices.ts';
import type { MissingCollection } from './outcomes.ts';

/** Every use of a collection that the console does not know: it would leave the rule out without a word. In slices. */
export function missingCollections(
  kind: PolicyKind,
  document: JsonObject,
  known: ReadonlySet<string>,
): Promise<MissingCollection[]> {
  return inSlices(missingSteps(kind, document, known));
}

function* missingSteps(
  kind: PolicyKind,
  document: JsonObject,
  known: ReadonlySet<string>,
): Generator<void, MissingCollection[], void> {
  const missing: MissingCollection[] = [];
  for (const use of collectionUses(kind, document)) {
    if (!known.has(use.collection)) {
      missing.push(use);
    }
    yield;
  }
  return missing;
}

export function namesAnyCollection(kind: PolicyKind, document: JsonObject): boolean {
  return collectionUses(kind, document).next().done !== true;
}

/** Each collection of a rule once. */
function* collectionUses(kind: PolicyKind, document: JsonObject): Generator<MissingCollection, void, void> {
  for (const array of [...kind.arrays.map(({ key }) => key), 'networkEntities']) {
    let index = 0;
    for (const rule of arrayAt(document, array)) {
      const seen = new Set<string>();
      for (const item of isJsonObject(rule) ? arrayAt(rule, 'collections') : []) {
        const collection = collectionName(item);
        if (collection !== undefined && !seen.has(collection)) {
          seen.add(collection);
          yield { array, rule: ruleName(rule), index, collection };
        }
      }
      index++;
    }
  }
}
