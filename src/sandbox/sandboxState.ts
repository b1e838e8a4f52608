import type { PlainListName } from '../core/consoleFile/lists.ts';
import type { JsonObject } from '../core/json/json.ts';
import { CollectionStore } from './collectionStore.ts';
import { PolicyStore } from './policyStore.ts';
import { samplePosture } from './sspm/samplePosture.ts';
import type { PostureStore } from './sspm/samplePosture.ts';

/**
 * The whole state of the sandbox console. Tests change it directly, as another person would through the
 * console.
 */
export class SandboxState {
  readonly collections = new CollectionStore();
  readonly policies: PolicyStore;
  /** Rows of the read-only lists, as the console answers them. */
  readonly lists = new Map<PlainListName, readonly JsonObject[]>();
  /** The catalog of compliance checks. */
  complianceChecks: readonly JsonObject[] = [];
  /** Network lists and scopes of base images by `_id`, as stored. */
  readonly networkLists = new Map<string, JsonObject>();
  readonly baseImages = new Map<string, JsonObject>();
  #posture: PostureStore | undefined;
  /** The answer to `GET /version`. */
  readonly version = '34.04.141';
  readonly now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.now = now;
    this.policies = new PolicyStore(this.collections, now);
  }

  /** Generates the data on its first use, because it is large and most users never read it. */
  get posture(): PostureStore {
    return (this.#posture ??= samplePosture(this.now()));
  }

  /** The current time as RFC 3339 text. */
  time(): string {
    return new Date(this.now()).toISOString();
  }
}
