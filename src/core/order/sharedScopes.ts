import type { KnownCollections, ResourceList } from '../policy/collections.ts';
import { ScopeReader } from './scopeReader.ts';
import { ScopeMatrix, defaultLooks } from './scopeMatrix.ts';
import { Work } from './work.ts';

/** Collections as scopes, and what they share with each other, for policies that look at the same lists of a collection. */
interface ReadScopes {
  readonly reader: ScopeReader;
  readonly pool: ScopePool;
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

/** Classes that may be out of use before all are made anew. */
const spare = 1000;

/** The classes of scopes that several policies share. When most of them are out of use it begins anew. */
export class ScopePool {
  readonly #looks: number;
  #matrix: ScopeMatrix;
  readonly #used = new Map<object, number>();

  /** `looks`: at patterns, for all classes together. */
  constructor(looks = defaultLooks) {
    this.#looks = looks;
    this.#matrix = this.#begin();
  }

  get matrix(): ScopeMatrix {
    return this.#matrix;
  }

  /** Whether it matters by now which classes are in use. */
  get isLarge(): boolean {
    return this.#matrix.size > spare;
  }

  /** How many classes the rules of a policy name now. */
  uses(policy: object, count: number): void {
    this.#used.set(policy, count);
    const used = [...this.#used.values()].reduce((sum, one) => sum + one, 0);
    if (this.#matrix.size > 2 * used + spare) {
      this.#matrix = this.#begin();
    }
  }

  #begin(): ScopeMatrix {
    return new ScopeMatrix(new Work(this.#looks));
  }

  forget(policy: object): void {
    this.#used.delete(policy);
  }
}
