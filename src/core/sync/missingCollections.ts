import { collectionName } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject } from '../json/json.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import type { MissingCollection } from './outcomes.ts';

/** Returns every use of an unknown collection, because the console silently drops the rule. */
export function missingCollections(
  kind: PolicyKind,
  document: JsonObject,
  known: ReadonlySet<string>,
): MissingCollection[] {
  return collectionUses(kind, document).filter(({ collection }) => !known.has(collection));
}

export function namesAnyCollection(kind: PolicyKind, document: JsonObject): boolean {
  return listsOf(kind).some((array) =>
    arrayAt(document, array).some(
      (rule) =>
        isJsonObject(rule) && arrayAt(rule, 'collections').some((item) => collectionName(item) !== undefined),
    ),
  );
}

function listsOf(kind: PolicyKind): readonly string[] {
  return [...kind.arrays.map(({ key }) => key), 'networkEntities'];
}

/** Returns each collection of a rule once. */
function collectionUses(kind: PolicyKind, document: JsonObject): MissingCollection[] {
  const uses: MissingCollection[] = [];
  for (const array of listsOf(kind)) {
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
