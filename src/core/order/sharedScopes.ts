import type { KnownCollections, ResourceList } from '../policy/collections.ts';
import { ScopeReader } from './scopeReader.ts';
import { ScopeMatrix } from './scopeMatrix.ts';

/** Collections as scopes, and what they share with each other, for policies that look at the same lists of a collection. */
interface ReadScopes {
  readonly reader: ScopeReader;
  readonly matrix: ScopeMatrix;
}

/** Looks at patterns after which whoever comes reads for himself. */
const maxSharedLooks = 2_000_000;

/**
 * The collections of one console, read and related once for all its policies. What takes much is not shared: a policy that
 * names collections of thousands of patterns takes nothing from those that are opened after it.
 */
export class SharedScopes {
  readonly #collections: KnownCollections;
  readonly #byLists = new Map<string, ReadScopes>();

  constructor(collections: KnownCollections) {
    this.#collections = collections;
  }

  of(lists: readonly ResourceList[]): ReadScopes {
    const key = lists.join(' ');
    const known = this.#byLists.get(key);
    if (known && workOf(known) < maxSharedLooks) {
      return known;
    }
    const own: ReadScopes = { reader: new ScopeReader(this.#collections, lists), matrix: new ScopeMatrix() };
    if (!known) {
      this.#byLists.set(key, own);
    }
    return own;
  }
}

function workOf({ reader, matrix }: ReadScopes): number {
  return reader.work + matrix.looks.done;
}
