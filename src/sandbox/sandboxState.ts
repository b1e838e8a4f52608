import type { PlainListName } from '../core/consoles/lists.ts';
import type { JsonObject } from '../core/json/json.ts';
import { CollectionStore } from './collectionStore.ts';
import { PolicyStore } from './policyStore.ts';
import { PostureStore } from './sspm/postureStore.ts';

/**
 * The whole state of the sandbox console. Tests change it directly, as another person would through the
 * console.
 */
export class SandboxState {
  readonly collections = new CollectionStore();
  readonly policies: PolicyStore;
  /** Rows of the read-only lists, as the console answers them. */
  readonly lists = new Map<PlainListName, readonly JsonObject[]>();
  /** Returns the catalog of compliance checks, created on its first read. */
  complianceChecks: () => readonly JsonObject[] = () => [];
  /** Network lists and scopes of base images by `_id`, as stored. */
  readonly networkLists = new Map<string, JsonObject>();
  readonly baseImages = new Map<string, JsonObject>();
  /** Fills `posture` on its first use, because the data is large and most users never read it. */
  fillPosture: (store: PostureStore) => void = () => undefined;
  #posture: PostureStore | undefined;
  /** The answer to `GET /version`. */
  version = '34.04.141';

  /** `now` in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.policies = new PolicyStore(this.collections, now);
  }

  get posture(): PostureStore {
    if (!this.#posture) {
      this.#posture = new PostureStore();
      this.fillPosture(this.#posture);
    }
    return this.#posture;
  }
}
