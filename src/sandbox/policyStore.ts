import { ruleFormOf } from '../core/policy/comparisonForm.ts';
import { policyKind } from '../core/policy/families.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { arrayAt, isJsonArray, isJsonObject, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { sameRule } from '../core/policy/sameForm.ts';
import type { CollectionStore } from './collectionStore.ts';
import { fillDocument, fillRule } from './fillPolicy.ts';
import type { Stamp } from './fillPolicy.ts';

function kindOf(name: string): PolicyKind {
  const kind = policyKind(name);
  if (!kind) {
    throw new RangeError(`no policy is named ${name}`);
  }
  return kind;
}

const objects = (items: readonly JsonValue[]): JsonObject[] => items.filter(isJsonObject);

const namesOf = (scoped: JsonObject): string[] =>
  objects(arrayAt(scoped, 'collections')).map((collection) => stringAt(collection, 'name') ?? '');

/** Keeps the date and owner of a rule that the write did not change. */
function stamped(kind: PolicyKind, rule: JsonObject, before: JsonObject | undefined): JsonObject {
  if (!before || !sameRule(before, rule, ruleFormOf(kind))) {
    return rule;
  }
  return new Map(rule).set('modified', before.get('modified') ?? '').set('owner', before.get('owner') ?? '');
}

/**
 * The stored policies. Rules contain only the names of collections; everything else is in the form of reads.
 */
export class PolicyStore {
  readonly #stored = new Map<string, JsonObject>();
  readonly #collections: CollectionStore;
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(collections: CollectionStore, now: () => number) {
    this.#collections = collections;
    this.#now = now;
  }

  /** Returns the stored document, or an empty document for a policy that was never written. */
  get(name: string): JsonObject {
    const kind = kindOf(name);
    return (
      this.#stored.get(name) ?? fillDocument(kind, new Map(), { owner: '', modified: '0001-01-01T00:00:00Z' })
    );
  }

  /** Stores a document unchanged and unchecked, for tests and the sample. */
  set(name: string, document: JsonObject): void {
    const kind = kindOf(name);
    this.#stored.set(kind.name, document);
  }

  /**
   * Replaces a policy the way the console does. It fills in the fields of the console, and unchanged rules
   * keep their date and owner. A rule with an unknown collection is dropped silently.
   */
  replace(name: string, document: JsonObject, owner = 'colleague'): void {
    const kind = kindOf(name);
    const stamp: Stamp = { owner, modified: new Date(this.#now()).toISOString() };
    const before = this.get(name);
    const next = fillDocument(kind, document, stamp);
    for (const { key } of kind.arrays) {
      const old = Map.groupBy(objects(arrayAt(before, key)), (rule) => stringAt(rule, 'name') ?? '');
      const rules = objects(arrayAt(next, key)).filter((rule) => this.#isKnown(rule));
      next.set(
        key,
        rules.map((rule) => {
          const filled = fillRule(kind, this.#reduce(rule), stamp);
          return stamped(kind, filled, old.get(stringAt(rule, 'name') ?? '')?.shift());
        }),
      );
    }
    const entities = next.get('networkEntities');
    if (kind.isNetwork && isJsonArray(entities)) {
      const known = objects(entities).filter((entity) => this.#isKnown(entity));
      next.set(
        'networkEntities',
        known.map((entity) => this.#reduce(entity)),
      );
    }
    this.set(name, next);
  }

  /** Simulates another person's edit: replaces one rule array by the result of `change`. */
  editRules(
    name: string,
    change: (rules: readonly JsonObject[]) => readonly JsonObject[],
    array = 'rules',
  ): void {
    const document = this.get(name);
    this.replace(name, new Map(document).set(array, [...change(objects(arrayAt(document, array)))]));
  }

  /** Returns the document of a GET answer, with whole collections in every rule. */
  read(name: string): JsonObject {
    const kind = kindOf(name);
    const document = new Map(this.get(name));
    for (const key of [...kind.arrays.map((array) => array.key), 'networkEntities']) {
      const items = document.get(key);
      if (isJsonArray(items)) {
        document.set(
          key,
          items.map((item) => (isJsonObject(item) ? this.#expand(item) : item)),
        );
      }
    }
    return document;
  }

  /** Returns the names of policies in which a rule or network entity uses this collection. */
  usersOf(collection: string): string[] {
    return [...this.#stored]
      .filter(([, document]) =>
        [...document.values()].some(
          (items) => isJsonArray(items) && objects(items).some((item) => namesOf(item).includes(collection)),
        ),
      )
      .map(([name]) => name);
  }

  #isKnown(scoped: JsonObject): boolean {
    return namesOf(scoped).every((name) => this.#collections.get(name) !== undefined);
  }

  #reduce(scoped: JsonObject): JsonObject {
    return isJsonArray(scoped.get('collections'))
      ? new Map(scoped).set(
          'collections',
          namesOf(scoped).map((name) => new Map([['name', name]])),
        )
      : scoped;
  }

  #expand(scoped: JsonObject): JsonObject {
    const collections = scoped.get('collections');
    return isJsonArray(collections)
      ? new Map(scoped).set(
          'collections',
          collections.map((collection) =>
            isJsonObject(collection)
              ? (this.#collections.get(stringAt(collection, 'name') ?? '') ?? collection)
              : collection,
          ),
        )
      : scoped;
  }
}
