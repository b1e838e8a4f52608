import { arrayAt, fromPlain, isJsonObject, stringAt, toPlain } from '../core/json/json.ts';
import { type CollectionPatterns, type ResourceNames, resourceLists } from '../core/policy/collections.ts';
import { collectionName } from '../core/policy/comparisonForm.ts';
import { policyKind, type PolicyName } from '../core/policy/families.ts';
import { jsonAnswer, pageOf, type Answer, type Call, type Route } from './http.ts';
import { type Resource, sampleResources, type SandboxState } from './sandboxState.ts';

type Row = Readonly<Record<string, unknown>>;

/** Returns the row of a resource in these collections; `places` are the names of each place where it runs. */
type RowOf = (resource: Resource, collections: readonly string[], places: readonly ResourceNames[]) => Row;

interface Impact {
  /** The policy that contains the rule of the query parameter `ruleName`. */
  readonly policy: PolicyName;
  readonly of: keyof typeof sampleResources;
  readonly row: RowOf;
  /** The path below the policies; `<policy>/impacted` by default. */
  readonly path?: string;
}

const scanned = '2026-10-01T04:00:00Z';

/** VM images have no policy of their own. Their list uses the rules for hosts. */
const impacts: readonly Impact[] = [
  { policy: 'vulnerability/images', of: 'images', row: imageRow },
  { policy: 'vulnerability/host', of: 'hosts', row: (host, scopes) => machineRow(host, 'host', scopes) },
  { policy: 'compliance/container', of: 'images', row: imageRow },
  {
    policy: 'compliance/host',
    of: 'vmImages',
    row: (image, scopes) => machineRow(image, 'vm', scopes),
    path: '/policies/compliance/vms/impacted',
  },
  { policy: 'runtime/container', of: 'containers', row: containerRow },
  { policy: 'waas/container', of: 'containers', row: containerRow },
  { policy: 'waas/host', of: 'hosts', row: (host, scopes) => machineRow(host, 'host', scopes) },
  { policy: 'waas/out-of-band', of: 'containers', row: outOfBandRow },
  { policy: 'waas/agentless', of: 'hosts', row: ({ id, name }) => ({ id, name }) },
];

/** Routes that list the resources in the scope of a rule, in pages. Other rules do not count. */
export function impactedRoutes(state: SandboxState): readonly Route[] {
  const rowsOf = ({ policy, of, row }: Impact, ruleName: string | null): readonly Row[] => {
    const rule = arrayAt(state.policies.get(policy), 'rules')
      .filter(isJsonObject)
      .find((candidate) => stringAt(candidate, 'name') === ruleName);
    const scopes = rule ? arrayAt(rule, 'collections').map((collection) => collectionName(collection)) : [];
    return sampleResources[of].flatMap((resource) => {
      const places = placesOf(resource);
      const within = scopes.filter((scope = '') => {
        const collection = state.collections.get(scope);
        const patterns = collection && (toPlain(collection) as CollectionPatterns);
        return patterns && places.some((names) => matchesCollection(patterns, names));
      });
      return within.length > 0 ? [row(resource, within.map(String), places)] : [];
    });
  };

  const answer = (impact: Impact, { query }: Call): Answer => {
    const rows = rowsOf(impact, query.get('ruleName'));
    return rows.length === 0
      ? jsonAnswer(null, 200, { 'total-count': '0' })
      : pageOf(rows.map(fromPlain), query, true);
  };

  return impacts.map((impact) => ({
    method: 'GET',
    path: impact.path ?? `${policyKind(impact.policy).path}/impacted`,
    access: 'any',
    handle: (call) => answer(impact, call),
  }));
}

/** An image has the names of its containers, so that scopes by host or namespace can match it. */
function placesOf({ name, names }: Resource): readonly ResourceNames[] {
  const running = sampleResources.containers
    .filter((container) => names.images && !names.containers && container.names.images?.[0] === name)
    .map((container) => container.names);
  return running.length > 0 ? running : [names];
}

/** A scan record of an image: the fields of `shared.ImageScanResult` that lists use. */
function imageRow(resource: Resource, collections: readonly string[], places: readonly ResourceNames[]): Row {
  const [, registry = '', repo = '', tag = ''] = /^([^/]+)\/(.+):([^:]+)$/.exec(resource.name) ?? [];
  const repoTag = { digest: '', id: '', registry, repo, tag };
  const hosts = distinct(places, 'hosts');
  return {
    ...scanRecord(resource, collections),
    type: 'image',
    hostname: '',
    repoTag,
    tags: [repoTag],
    instances: hosts.map((host) => ({ host, image: resource.name, modified: scanned, ...repoTag })),
    // The account, the cluster and the namespaces of each host (`shared.ImageHosts`).
    hosts: Object.fromEntries(
      hosts.map((host) => {
        const here = places.filter((names) => names.hosts?.[0] === host);
        const [accountID = '', cluster = ''] = [here[0]?.accountIDs?.[0], here[0]?.clusters?.[0]];
        return [host, { accountID, cluster, modified: scanned, namespaces: distinct(here, 'namespaces') }];
      }),
    ),
    clusters: distinct(places, 'clusters'),
    namespaces: distinct(places, 'namespaces'),
  };
}

/** A scan record of a host or of a VM image. */
function machineRow(resource: Resource, type: 'host' | 'vm', collections: readonly string[]): Row {
  return {
    ...scanRecord(resource, collections),
    type,
    hostname: resource.name,
    clusters: resource.names.clusters ?? [],
    namespaces: null,
  };
}

function scanRecord(resource: Resource, collections: readonly string[]): Row {
  return {
    _id: resource.id,
    id: resource.id,
    scanTime: scanned,
    distro: 'Debian GNU/Linux 13 (trixie)',
    osDistro: 'debian',
    osDistroVersion: '13',
    labels: resource.names.labels ?? [],
    collections,
    cloudMetadata: { accountID: resource.names.accountIDs?.[0] ?? '' },
    vulnerabilityDistribution: resource.vulnerabilities,
    complianceDistribution: resource.compliance,
    vulnerabilities: null,
    complianceIssues: null,
    packages: null,
    err: '',
  };
}

/** A scan record of a container (`shared.ContainerScanResult`). */
function containerRow({ id, name, names, compliance }: Resource, collections: readonly string[]): Row {
  const image = names.images?.[0] ?? '';
  return {
    _id: id,
    hostname: names.hosts?.[0] ?? '',
    scanTime: scanned,
    collections,
    runtimeEnabled: true,
    agentless: false,
    info: {
      id,
      name,
      image,
      imageName: image,
      namespace: names.namespaces?.[0] ?? '',
      cluster: names.clusters?.[0] ?? '',
      labels: names.labels ?? [],
      complianceDistribution: compliance,
      complianceIssues: null,
      processes: null,
      startTime: '2026-09-28T06:00:00Z',
    },
  };
}

function outOfBandRow({ name, names }: Resource): Row {
  return { containerName: name, hostname: names.hosts?.[0] ?? '', image: names.images?.[0] ?? '' };
}

/** Returns the first names of a list in each place, sorted and without repetitions. */
function distinct(
  places: readonly ResourceNames[],
  list: 'hosts' | 'clusters' | 'namespaces',
): readonly string[] {
  return [...new Set(places.flatMap((names) => names[list]?.[0] || []))].sort();
}

/**
 * `*` matches any text at the beginning, the end or both; case does not count. A leading `-` has no special
 * meaning here.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  const [text, name] = [pattern.toLowerCase(), value.toLowerCase()];
  const open = text.startsWith('*');
  const close = text.length > 1 && text.endsWith('*');
  const core = text.slice(open ? 1 : 0, close ? -1 : undefined);
  if (open && close) {
    return name.includes(core);
  }
  if (open) {
    return name.endsWith(core);
  }
  return close ? name.startsWith(core) : name === core;
}

/** Patterns with a leading `-` exclude names; a list with only such patterns starts from everything. */
function matchesList(patterns: readonly string[], values: readonly string[]): boolean {
  const negative = patterns.filter((pattern) => pattern.startsWith('-')).map((pattern) => pattern.slice(1));
  const positive = patterns.filter((pattern) => !pattern.startsWith('-'));
  const matchesAny = (list: readonly string[]): boolean =>
    list.some((pattern) => values.some((value) => matchesPattern(pattern, value)));
  return !matchesAny(negative) && (positive.length === 0 || positive.includes('*') || matchesAny(positive));
}

/** A resource belongs to a collection when every constrained list matches one of its names. */
export function matchesCollection(collection: CollectionPatterns, resource: ResourceNames): boolean {
  return resourceLists.every((list) => {
    const patterns = collection[list] ?? [];
    return patterns.length === 0 || matchesList(patterns, resource[list] ?? []);
  });
}
