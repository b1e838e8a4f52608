import type { CollectionPatterns, KnownCollections, ResourceList } from '../policy/collections.ts';
import { excludesLabels, reachOf, type NamedScope } from './orderedRule.ts';
import { fields, isEmptyBox, type FieldValues } from './scope.ts';
import { readList } from './values.ts';
import { Work } from './patternSet.ts';
import { canonicalText } from '../policy/canonical.ts';
import { collectionName } from '../policy/comparisonForm.ts';
import type { JsonValue } from '../json/json.ts';
import { unknownScope } from './misread.ts';

/**
 * A collection as a scope. A constraint of a field that the policy does not look at, or that is not documented or unknown, makes the
 * contents unknown. Constraints of other fields stay certain, because all of them have to be met.
 */
export function readScope(
  name: string,
  patterns: CollectionPatterns | undefined,
  matters: ReadonlySet<ResourceList>,
  work?: Work,
): NamedScope {
  if (work?.isBeyondLimit) {
    return { name, box: undefined, isBeyondLimit: true };
  }
  if (!patterns) {
    return { name, box: undefined, why: ['collections'] };
  }
  const outer: FieldValues[] = [];
  let isExact = !constrainsMore(patterns);
  let inner: FieldValues[] | undefined = isExact ? [] : undefined;
  let isBeyondLimit = false;
  for (const field of fields) {
    const read = readList(patterns[field], work);
    const { sure, may } = matters.has(field) || read.sure === undefined ? read : anything;
    isExact &&= sure === may;
    isBeyondLimit ||= read.isTooMuch === true;
    outer.push(may);
    if (sure === 'nothing') {
      inner = undefined;
    } else {
      inner?.push(sure);
    }
  }
  const scope: NamedScope =
    isExact && !excludesLabels(outer)
      ? { name, box: outer }
      : {
          name,
          box: undefined,
          outer,
          ...(inner && { inner }),
          why: ['collections'],
          ...(isBeyondLimit && { isBeyondLimit }),
        };
  return isEmptyBox(reachOf(scope)) ? { ...scope, isEmpty: true } : scope;
}

/** A list of a field that the policy does not look at. */
const anything = { sure: 'nothing', may: undefined } as const;

/** Whether a list constrains the collection that this release does not know. */
function constrainsMore(patterns: CollectionPatterns): boolean {
  const known: readonly string[] = fields;
  return Object.entries(patterns).some(
    ([list, written]) => !known.includes(list) && written.length > 0 && !written.includes('*'),
  );
}

/** The built-in collection of every console. It cannot be edited and contains everything, whatever a file has for it. */
const all = 'All';

/** Looks at patterns for reading the collections of a policy. Collections beyond the limit may contain anything. */
const maxLooks = 5_000_000;

/** Collections as scopes, each read once: the same collection is the same scope. */
export class ScopeReader {
  readonly #collections: KnownCollections;
  readonly #matters: ReadonlySet<ResourceList>;
  readonly #scopes = new Map<string, NamedScope>();
  readonly #work: Work;

  constructor(
    collections: KnownCollections,
    matters: readonly ResourceList[],
    work: Work = new Work(maxLooks),
  ) {
    this.#work = work;
    this.#collections = collections;
    this.#matters = new Set(matters);
  }

  scope(name: string): NamedScope {
    let scope = this.#scopes.get(name);
    if (!scope) {
      const patterns = name === all ? {} : this.#collections.get(name);
      scope = readScope(name, patterns, this.#matters, this.#work);
      this.#scopes.set(name, scope);
    }
    return scope;
  }

  /** The scopes of a list of collections. An entry that is no collection may contain anything. */
  scopes(collections: readonly JsonValue[]): readonly NamedScope[] {
    return collections.map((collection) => {
      const name = collectionName(collection);
      if (name === undefined) {
        return unknownScope(canonicalText(collection, undefined));
      }
      return this.scope(name);
    });
  }
}
