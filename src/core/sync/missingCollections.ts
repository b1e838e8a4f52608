import { firstLines } from '../util/firstLines.ts';
import { canonicalHash, canonicalText } from '../policy/canonical.ts';
import { collectionName, ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import { messageOf } from '../util/errors.ts';
import type { MissingCollection, PushPlan } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

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

/**
 * Explains a live policy that is exactly the console's result of the plan, in one sentence; otherwise
 * undefined.
 */
export type Explanation = (live: LiveDocument) => string | undefined;

/** Rules that a message names; more are counted. */
const mostNamed = 5;

/**
 * The console silently drops rules that use an unknown collection. Ordinance reads the collections again,
 * because someone may have deleted one after the plan. The live policy is explained when it equals the sent
 * policy except for these rules. Each of these rules must be gone or as before the push. Without the list
 * there is no explanation.
 */
export async function explainDroppedRules(
  { live, logger }: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
): Promise<Explanation> {
  const missing = namesAnyCollection(kind, plan.next)
    ? await live.collectionNames().then(
        (known) => missingCollections(kind, plan.next, known),
        (error: unknown) => {
          logger.warn(`could not read the collections after the push: ${messageOf(error)}`);
          return [];
        },
      )
    : [];
  if (missing.length === 0) {
    return () => undefined;
  }
  const expected = new Set(
    (['gone', 'gone if new', 'as before'] as const).map((fate) =>
      canonicalHash(kind, without(kind, plan, missing, fate)),
    ),
  );
  return ({ hash }) =>
    expected.has(hash) ? `It dropped rules with unknown collections: ${named(missing)}.` : undefined;
}

function without(
  kind: PolicyKind,
  { live, next }: PushPlan,
  missing: readonly MissingCollection[],
  fate: 'gone' | 'gone if new' | 'as before',
): JsonObject {
  const form = ruleFormOf(kind);
  const result = new Map(next);
  for (const array of new Set(missing.map((use) => use.array))) {
    const left = new Set(missing.flatMap((use) => (use.array === array ? [use.index] : [])));
    const before = new Map(arrayAt(live, array).map((rule) => [ruleName(rule), rule]));
    const rules = arrayAt(next, array).flatMap((rule, index): JsonValue[] => {
      const old = before.get(ruleName(rule));
      if (!left.has(index)) {
        return [rule];
      }
      const isKept =
        old !== undefined &&
        (fate === 'as before' ||
          (fate === 'gone if new' && canonicalText(old, form) === canonicalText(rule, form)));
      return isKept ? [old] : [];
    });
    result.set(array, rules);
  }
  return result;
}

function named(missing: readonly MissingCollection[]): string {
  return firstLines(
    missing,
    mostNamed,
    ({ rule, collection }) => `rule "${rule}" (collection "${collection}")`,
    (more) => `${more} more`,
  ).join(', ');
}
