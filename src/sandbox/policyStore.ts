import { arrayAt, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../core/json/json.ts';
import { collectionName, ruleFormOf } from '../core/policy/comparisonForm.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../core/policy/families.ts';
import { ruleName } from '../core/policy/ruleMatch.ts';
import { sameRule } from '../core/policy/canonical.ts';
import { colleague } from './sessions.ts';
import { fillDocument, fillRule } from './fillPolicy.ts';
import { resourceLists } from '../core/policy/collections.ts';

/**
 * The stored policies. Rules contain only the names of collections; everything else is in the form of reads.
 */
export class PolicyStore {
  readonly #stored = new Map<PolicyName, JsonObject>();
  readonly #collections: CollectionStore;
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(collections: CollectionStore, now: () => number) {
    this.#collections = collections;
    this.#now = now;
  }

  /** Returns the stored document, or an empty document for a policy that was never written. */
  get(name: PolicyName): JsonObject {
    const never = { owner: '', modified: '0001-01-01T00:00:00Z' };
    return this.#stored.get(name) ?? fillDocument(policyKind(name), new Map(), never);
  }

  /** Stores a document unchanged and unchecked, for tests and the sample. */
  set(name: PolicyName, document: JsonObject): void {
    this.#stored.set(name, document);
  }

  /**
   * Replaces a policy the way the console does. It fills in the fields of the console, and unchanged rules
   * keep their date and owner. A rule with an unknown collection is dropped silently.
   */
  replace(name: PolicyName, document: JsonObject, owner = colleague): void {
    const kind = policyKind(name);
    const stamp = { owner, modified: new Date(this.#now()).toISOString() };
    const before = this.get(name);
    const next = fillDocument(kind, document, stamp);
    for (const key of scopedLists(kind, next)) {
      const known = arrayAt(next, key)
        .filter(isJsonObject)
        .filter((scoped) => namesOf(scoped).every((collection) => this.#collections.get(collection)))
        .map((scoped) => withCollections(scoped, (collection) => new Map([['name', collection]])));
      const old = Map.groupBy(arrayAt(before, key), ruleName);
      const filled = known.map((rule) => {
        const stored = fillRule(kind, rule, stamp);
        const [same] = old.get(ruleName(rule))?.splice(0, 1) ?? [];
        return isJsonObject(same) && sameRule(same, stored, ruleFormOf(kind))
          ? new Map([...stored, ...[...same].filter(([field]) => field === 'modified' || field === 'owner')])
          : stored;
      });
      next.set(key, key === entityList ? known : filled);
    }
    this.set(name, next);
  }

  /** Returns the document of a GET answer, with whole collections in every rule. */
  read(name: PolicyName): JsonObject {
    const document = new Map(this.get(name));
    for (const key of scopedLists(policyKind(name), document)) {
      const whole = arrayAt(document, key).map((scoped) =>
        isJsonObject(scoped)
          ? withCollections(scoped, (collection) => this.#collections.get(collection))
          : scoped,
      );
      document.set(key, whole);
    }
    return document;
  }

  /** Returns the names of policies in which a rule or network entity uses this collection. */
  usersOf(collection: string): readonly string[] {
    return [...this.#stored]
      .filter(([name, document]) =>
        scopedLists(policyKind(name), document).some((key) =>
          arrayAt(document, key).some(
            (scoped) => isJsonObject(scoped) && namesOf(scoped).includes(collection),
          ),
        ),
      )
      .map(([name]) => name);
  }
}

const entityList = 'networkEntities';

/** Returns the lists of a document whose items name collections. */
function scopedLists({ arrays }: PolicyKind, document: JsonObject): readonly string[] {
  return [...arrays.map(({ key }) => key), entityList].filter((key) => isJsonArray(document.get(key)));
}

function namesOf(scoped: JsonObject): readonly string[] {
  return arrayAt(scoped, 'collections').map((collection) => collectionName(collection) ?? '');
}

/** Replaces each collection of a rule or network entity; an item without a replacement stays. */
function withCollections(scoped: JsonObject, replaced: (name: string) => JsonObject | undefined): JsonObject {
  const collections = scoped.get('collections');
  return isJsonArray(collections)
    ? new Map(scoped).set(
        'collections',
        collections.map((collection) => replaced(collectionName(collection) ?? '') ?? collection),
      )
    : scoped;
}

const colors = ['#3FA2F7', '#68DCFC', '#A94CC7', '#F2A93B', '#2D9E6B', '#D64550', '#5B6ABF', '#8A8D91'];

/** Collections by name, with all their fields. */
export class CollectionStore {
  readonly #byName = new Map<string, JsonObject>();

  get(name: string): JsonObject | undefined {
    return this.#byName.get(name);
  }

  all(): JsonObject[] {
    return [...this.#byName.values()];
  }

  /** Stores a collection and fills in missing fields. `modified` is RFC 3339 text. */
  set(name: string, fields: JsonObject, owner: string, modified: string): void {
    const full = new Map<string, JsonValue>();
    for (const list of resourceLists) {
      const value = fields.get(list);
      full.set(list, isJsonArray(value) && value.length > 0 ? value : ['*']);
    }
    full.set('name', name);
    full.set('owner', owner);
    full.set('modified', modified);
    full.set('color', fields.get('color') || (colors[name.length % colors.length] as string));
    full.set('description', fields.get('description') ?? '');
    full.set('system', owner === 'system');
    for (const [key, value] of fields) {
      if (!full.has(key)) {
        full.set(key, value);
      }
    }
    this.#byName.set(name, full);
  }

  delete(name: string): boolean {
    return this.#byName.delete(name);
  }
}
