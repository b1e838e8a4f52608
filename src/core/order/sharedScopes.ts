import type { KnownCollections, ResourceList } from '../policy/collections.ts';
import { policyKinds } from '../policy/families.ts';
import { scopeFieldsOf } from '../policy/scopeFields.ts';
import { ScopeReader } from './ruleReader.ts';
import { ScopePool } from './scopePool.ts';

/** Collections as scopes, and what they share with each other, for policies that look at the same lists of a collection. */
export interface ReadScopes {
  readonly reader: ScopeReader;
  readonly pool: ScopePool;
}

/** Looks at patterns after which nothing more is prepared, and whoever comes then reads for himself. */
const mostPrepared = 1_000_000;
const mostShared = 2 * mostPrepared;
/** Collections between two chances to give way. */
const fewCollections = 8;

/**
 * The collections of one console, read and related once for all its policies. What takes much is not shared: one policy that
 * names collections of thousands of patterns takes nothing from another one.
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

  /** Reads and relates everything that policies may name, in short steps: the first one that is opened finds it done. */
  *prepareSteps(): Generator<void, void, void> {
    const all = new Map(
      policyKinds.map(({ name }) => scopeFieldsOf(name).lists).map((lists) => [lists.join(' '), lists]),
    );
    for (const lists of all.values()) {
      if (lists.length > 0) {
        yield* this.#prepareSteps(this.of(lists));
      }
    }
  }

  *#prepareSteps(scopes: ReadScopes): Generator<void, void, void> {
    const { reader, pool } = scopes;
    let count = 0;
    for (const name of this.#collections.keys()) {
      if (workOf(scopes) > mostPrepared) {
        return;
      }
      pool.classes.classOf(reader.scope(name));
      if (++count % fewCollections === 0) {
        yield;
      }
    }
    // They are wanted whether or not a policy that is open names them.
    pool.uses(this, pool.classes.size);
  }
}

function workOf({ reader, pool }: ReadScopes): number {
  return reader.work + pool.classes.work;
}
