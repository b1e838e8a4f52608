import sample from './sample.json' with { type: 'json' };
import type { PlainListName } from '../core/consoleFile/lists.ts';
import { fromPlain, stringAt, type JsonObject } from '../core/json/json.ts';
import { CollectionStore, PolicyStore } from './policyStore.ts';
import { samplePosture, type PostureStore } from './posture.ts';
import type { PolicyName } from '../core/policy/families.ts';
import type { ResourceNames } from '../core/policy/collections.ts';

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

/** Findings of a resource by severity. */
type Findings = Readonly<Record<'critical' | 'high' | 'medium' | 'low' | 'total', number>>;

/** A resource to which a rule can apply. */
export interface Resource {
  readonly id: string;
  readonly name: string;
  /** The names that collections match. */
  readonly names: ResourceNames;
  readonly vulnerabilities: Findings;
  readonly compliance: Findings;
}

/** The resources of the sandbox's imaginary company. */
export const sampleResources: Readonly<
  Record<'images' | 'hosts' | 'containers' | 'vmImages', readonly Resource[]>
> = sample.resources;

const created = '2024-01-08T09:00:00.000Z';

const rowsOf = (list: readonly object[]): JsonObject[] => list.map((row) => fromPlain(row) as JsonObject);

const collections = rowsOf(sample.collections);
const lists = Object.entries(sample.lists satisfies Readonly<Record<PlainListName, unknown>>).map(
  ([name, list]) => [name as PlainListName, rowsOf(list)] as const,
);
const complianceChecks = rowsOf(sample.complianceChecks);
const networkLists = rowsOf(sample.networkLists);
const baseImages = rowsOf(sample.baseImages);
const policies = Object.entries(sample.policies).map(
  ([name, policy]) => [name as PolicyName, fromPlain(policy) as JsonObject] as const,
);

/**
 * Returns a fresh console with the sample data. The sample is consistent: every rule applies to something,
 * expired exceptions are off, and referenced custom rules exist. `now` is in milliseconds since the epoch.
 */
export function sampleState(now: () => number): SandboxState {
  const state = new SandboxState(now);
  for (const row of collections) {
    state.collections.set(stringAt(row, 'name') ?? '', row, stringAt(row, 'owner') ?? '', created);
  }
  for (const [name, list] of lists) {
    state.lists.set(name, list);
  }
  state.complianceChecks = complianceChecks;
  for (const list of networkLists) {
    state.networkLists.set(stringAt(list, '_id') ?? '', list);
  }
  for (const scope of baseImages) {
    state.baseImages.set(stringAt(scope, '_id') ?? '', scope);
  }
  for (const [name, policy] of policies) {
    state.policies.set(name, policy);
  }
  return state;
}
