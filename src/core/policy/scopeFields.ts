import type { ResourceList } from './collections.ts';
import type { PolicyName } from './families.ts';

/**
 * The lists of a collection that a policy evaluates. The contract documents for some policies which lists
 * must be `*` (`documented`). Other policies follow by analogy (`analogy`). The scope of a collection is
 * unknown for `silent` policies, and for constrained lists that are not named here.
 */
export interface ScopeFields {
  readonly lists: readonly ResourceList[];
  readonly source: 'documented' | 'analogy' | 'silent';
}

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

const documented = (lists: readonly ResourceList[]): ScopeFields => ({ lists, source: 'documented' });
const analogy = (lists: readonly ResourceList[]): ScopeFields => ({ lists, source: 'analogy' });

export const scopeFields: Readonly<Record<PolicyName, ScopeFields>> = {
  'vulnerability/images': documented(container),
  'vulnerability/ci-images': analogy(ciImages),
  'vulnerability/host': analogy(host),
  'vulnerability/serverless': analogy(serverless),
  'vulnerability/ci-serverless': analogy(ciServerless),
  'compliance/container': documented(container),
  'compliance/ci-images': documented(ciImages),
  'compliance/host': documented(host),
  'compliance/serverless': documented(serverless),
  'compliance/ci-serverless': documented(ciServerless),
  'runtime/container': analogy(container),
  'runtime/host': analogy(host),
  'runtime/serverless': analogy(serverless),
  'runtime/app-embedded': documented(appEmbedded),
  'waas/container': analogy(container),
  'waas/host': analogy(host),
  'waas/app-embedded': documented(appEmbedded),
  'waas/serverless': analogy(serverless),
  // The policy covers containers or hosts, so only the lists common to both count.
  'waas/out-of-band': analogy(host),
  'waas/agentless': { lists: [], source: 'silent' },
  // Rules name entities, and the entities cover containers or hosts.
  'cnns/network': { lists: [], source: 'silent' },
};

const silent: ScopeFields = { lists: [], source: 'silent' };

export function scopeFieldsOf(policy: PolicyName): ScopeFields {
  return scopeFields[policy] ?? silent;
}

/** The lists that entities of a network policy evaluate, by analogy with policies for containers and hosts. */
export const entityFields: Readonly<Record<'container' | 'host', ScopeFields>> = {
  container: analogy(container),
  host: analogy(host),
};
