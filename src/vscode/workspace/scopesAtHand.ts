import type { KnownCollections } from '../../core/policy/collections.ts';
import { SharedScopes } from '../../core/order/sharedScopes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isCancelled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleRegistry } from './consoleRegistry.ts';
import type { KnownScopes } from './knownScopes.ts';

export interface ScopesAtHandDeps {
  readonly consoles: Pick<ConsoleRegistry, 'consoles'>;
  readonly scopes: Pick<KnownScopes, 'ofConsole' | 'onDidChange'>;
  readonly log: Logger;
}

/**
 * What the collections of each console name, shared by the order of all its policies. It is worked out in short steps as soon as it is known
 * what they name, so that the first policy that is opened need not wait for it.
 */
export class ScopesAtHand implements Disposable {
  readonly #deps: ScopesAtHandDeps;
  readonly #disposables = new DisposableStore();
  readonly #shared = new WeakMap<KnownCollections, SharedScopes>();
  #controller = new AbortController();

  constructor(deps: ScopesAtHandDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.scopes.onDidChange(() => void this.#prepare()));
  }

  of(collections: KnownCollections): SharedScopes {
    let shared = this.#shared.get(collections);
    if (!shared) {
      shared = new SharedScopes(collections);
      this.#shared.set(collections, shared);
    }
    return shared;
  }

  dispose(): void {
    this.#controller.abort();
    this.#disposables.dispose();
  }

  async #prepare(): Promise<void> {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    try {
      for (const console of this.#deps.consoles.consoles) {
        const collections = await this.#deps.scopes.ofConsole(console);
        if (collections.size > 0) {
          await inSlices(this.of(collections).prepareSteps(), signal);
        }
      }
    } catch (error) {
      if (!isCancelled(error)) {
        this.#deps.log.error(error instanceof Error ? error : String(error));
      }
    }
  }
}
