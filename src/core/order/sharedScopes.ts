import type { KnownCollections, ResourceList } from '../policy/collections.ts';
import { ScopeReader } from './ruleReader.ts';
import { ScopePool } from './scopePool.ts';

/** Collections as scopes, and what they share with each other, for policies that look at the same lists of a collection. */
export interface ReadScopes {
  readonly reader: ScopeReader;
  readonly pool: ScopePool;
}

/** Looks at patterns after which whoever comes reads for himself. */
const mostShared = 2_000_000;

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
    if (known && workOf(known) < mostShared) {
      return known;
    }
    const own: ReadScopes = { reader: new ScopeReader(this.#collections, lists), pool: new ScopePool() };
    if (!known) {
      this.#byLists.set(key, own);
    }
    return own;
  }
}

function workOf({ reader, pool }: ReadScopes): number {
  return reader.work + pool.matrix.looks.done;
}
