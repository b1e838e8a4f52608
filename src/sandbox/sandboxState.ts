import type { PlainListName } from '../core/consoles/lists.ts';
import type { JsonObject } from '../core/json/json.ts';
import { CollectionStore } from './collectionStore.ts';
import { PolicyStore } from './policyStore.ts';
import { PostureStore } from './sspm/postureStore.ts';

/** Everything the sandbox console holds. Tests change it directly, as a colleague would through the console. */
export class SandboxState {
  readonly collections = new CollectionStore();
  readonly policies: PolicyStore;
  /** Rows of the lists that are only read, as answered. */
  readonly lists = new Map<PlainListName, readonly JsonObject[]>();
  /** The catalog of compliance checks, made when it is first read. */
  complianceChecks: () => readonly JsonObject[] = () => [];
  /** Network lists and scopes of base images by `_id`, as stored. */
  readonly networkLists = new Map<string, JsonObject>();
  readonly baseImages = new Map<string, JsonObject>();
  /** Fills `posture` when it is first asked for: most of what uses the sandbox never does, and it is a lot. */
  fillPosture: (store: PostureStore) => void = () => undefined;
  #posture: PostureStore | undefined;
  /** What `GET /version` answers. */
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
