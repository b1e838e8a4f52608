import type { ResourceList } from './collections.ts';
import type { PolicyName } from './families.ts';

const container: readonly ResourceList[] = [
  'hosts',
  'images',
  'labels',
  'containers',
  'namespaces',
  'appIDs',
  'accountIDs',
  'clusters',
];
const ciImages: readonly ResourceList[] = ['images', 'labels'];
const host: readonly ResourceList[] = ['hosts', 'labels', 'accountIDs', 'clusters'];
const serverless: readonly ResourceList[] = ['functions', 'labels', 'accountIDs'];
const ciServerless: readonly ResourceList[] = ['functions', 'labels'];
const appEmbedded: readonly ResourceList[] = ['images', 'appIDs'];

/**
 * The lists of a collection that a policy evaluates. The contract documents for some policies which lists must be `*`.
 * Other policies follow by analogy, except for those without lists: the scope of their collections is unknown. The
 * scope is also unknown for constrained lists that are not named here.
 */
export const scopeLists: Readonly<Record<PolicyName, readonly ResourceList[]>> = {
  'vulnerability/images': container, // Documented.
  'vulnerability/ci-images': ciImages,
  'vulnerability/host': host,
  'vulnerability/serverless': serverless,
  'vulnerability/ci-serverless': ciServerless,
  'compliance/container': container, // Documented.
  'compliance/ci-images': ciImages, // Documented.
  'compliance/host': host, // Documented.
  'compliance/serverless': serverless, // Documented.
  'compliance/ci-serverless': ciServerless, // Documented.
  'runtime/container': container,
  'runtime/host': host,
  'runtime/serverless': serverless,
  'runtime/app-embedded': appEmbedded, // Documented.
  'waas/container': container,
  'waas/host': host,
  'waas/app-embedded': appEmbedded, // Documented.
  'waas/serverless': serverless,
  // The policy covers containers or hosts, so only the lists common to both count.
  'waas/out-of-band': host,
  'waas/agentless': [],
  // Rules name entities, and the entities cover containers or hosts.
  'cnns/network': [],
};

/** The lists that the rules of a policy evaluate; empty where the scope of a collection is unknown. */
export function scopeListsOf(policy: PolicyName): readonly ResourceList[] {
  return scopeLists[policy] ?? [];
}

/** The lists that entities of a network policy evaluate, by analogy with policies for containers and hosts. */
export const entityLists: Readonly<Record<'container' | 'host', readonly ResourceList[]>> = {
  container,
  host,
};
