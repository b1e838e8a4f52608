import type { ResourceList } from './collections.ts';
import type { PolicyName } from './families.ts';

/**
 * The lists of a collection that a policy looks at. The contract says for some policies which lists have to be left at `*`
 * (`documented`), and that others follow by analogy (`analogy`). Where it says nothing (`silent`), and where a collection
 * constrains a list that is not named here, it is not known what the collection means for the policy.
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
  // It looks at containers or at hosts: what is common to both.
  'waas/out-of-band': analogy(host),
  'waas/agentless': { lists: [], source: 'silent' },
  // Rules name entities; what those name are containers or hosts.
  'cnns/network': { lists: [], source: 'silent' },
};

const silent: ScopeFields = { lists: [], source: 'silent' };

export function scopeFieldsOf(policy: PolicyName): ScopeFields {
  return scopeFields[policy] ?? silent;
}

/** What the entities of a network policy look at, by analogy with policies for containers and hosts. */
export const entityFields: Readonly<Record<'container' | 'host', ScopeFields>> = {
  container: analogy(container),
  host: analogy(host),
};
