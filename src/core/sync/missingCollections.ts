import { collectionName } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject } from '../json/json.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import type { MissingCollection } from './outcomes.ts';

/** Every use of a collection that the console does not know: it would leave the rule out without a word. */
export function missingCollections(
  kind: PolicyKind,
  document: JsonObject,
  known: ReadonlySet<string>,
): MissingCollection[] {
  const arrays = [...kind.arrays.map(({ key }) => key), 'networkEntities'];
  return arrays.flatMap((array) =>
    arrayAt(document, array).flatMap((rule, index) => {
      const names = isJsonObject(rule) ? arrayAt(rule, 'collections').map(collectionName) : [];
      return [...new Set(names)]
        .filter((name) => name !== undefined && !known.has(name))
        .map((collection) => ({ array, rule: ruleName(rule), index, collection: collection as string }));
    }),
  );
}

export function namesAnyCollection(kind: PolicyKind, document: JsonObject): boolean {
  return missingCollections(kind, document, new Set()).length > 0;
}
