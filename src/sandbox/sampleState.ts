import type { PlainListName } from '../core/consoleFile/lists.ts';
import { fromPlain, stringAt } from '../core/json/json.ts';
import type { JsonObject } from '../core/json/json.ts';
import type { PolicyName } from '../core/policy/families.ts';
import type { ResourceNames } from '../core/policy/collections.ts';
import sample from './sample.json' with { type: 'json' };
import { SandboxState } from './sandboxState.ts';

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
