import type { Resource } from './sampleState.ts';

type Row = Readonly<Record<string, unknown>>;

const scanned = '2026-10-01T04:00:00Z';

function repoTag(name: string): Row {
  const [, registry = '', repo = '', tag = ''] = /^([^/]+)\/(.+):([^:]+)$/.exec(name) ?? [];
  return { digest: '', id: '', registry, repo, tag };
}

/** A scan record of an image, host or VM image: the fields of `shared.ImageScanResult` that lists use. */
export function imageRow(
  resource: Resource,
  type: 'image' | 'host' | 'vm',
  collections: readonly string[],
  running: readonly Resource['names'][] = [],
): Row {
  const { names } = resource;
  const places = running.map(hostAround);
  return {
    _id: resource.id,
    id: resource.id,
    type,
    hostname: type === 'image' ? '' : resource.name,
    scanTime: scanned,
    distro: 'Debian GNU/Linux 13 (trixie)',
    osDistro: 'debian',
    osDistroVersion: '13',
    ...(type === 'image' && {
      repoTag: repoTag(resource.name),
      tags: [repoTag(resource.name)],
      instances: hostsOf(running).map((host) => ({
        host,
        image: resource.name,
        modified: scanned,
        ...repoTag(resource.name),
      })),
      hosts: hostsMember(running),
    }),
    labels: names.labels ?? [],
    clusters: type === 'image' ? distinct(places.map(({ cluster }) => cluster)) : (names.clusters ?? []),
    namespaces: type === 'image' ? distinct(places.map(({ namespace }) => namespace)) : null,
    collections,
    cloudMetadata: { accountID: names.accountIDs?.[0] ?? '' },
    vulnerabilityDistribution: resource.vulnerabilities,
    complianceDistribution: resource.compliance,
    vulnerabilities: null,
    complianceIssues: null,
    packages: null,
    err: '',
  };
}

/** Returns the first host, account, cluster and namespace of a container. */
function hostAround({ hosts, accountIDs, clusters, namespaces }: Resource['names']): {
  readonly host: string;
  readonly accountID: string;
  readonly cluster: string;
  readonly namespace: string;
} {
  const [host = '', accountID = '', cluster = '', namespace = ''] = [
    hosts,
    accountIDs,
    clusters,
    namespaces,
  ].map((list) => list?.[0]);
  return { host, accountID, cluster, namespace };
}

function hostsOf(running: readonly Resource['names'][]): readonly string[] {
  return distinct(running.map((names) => hostAround(names).host));
}

/** Returns for each host its account, its cluster and the namespaces with the image (`shared.ImageHosts`). */
function hostsMember(running: readonly Resource['names'][]): Row {
  const places = running.map(hostAround);
  return Object.fromEntries(
    hostsOf(running).map((host) => {
      const here = places.filter((place) => place.host === host);
      const { accountID, cluster } = here[0] ?? {};
      return [
        host,
        {
          accountID,
          cluster,
          modified: scanned,
          namespaces: distinct(here.map(({ namespace }) => namespace)),
        },
      ];
    }),
  );
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort();
}

/** A scan record of a container (`shared.ContainerScanResult`). */
export function containerRow(resource: Resource, collections: readonly string[]): Row {
  const { names } = resource;
  return {
    _id: resource.id,
    hostname: names.hosts?.[0] ?? '',
    scanTime: scanned,
    collections,
    runtimeEnabled: true,
    agentless: false,
    info: {
      id: resource.id,
      name: resource.name,
      image: names.images?.[0] ?? '',
      imageName: names.images?.[0] ?? '',
      namespace: names.namespaces?.[0] ?? '',
      cluster: names.clusters?.[0] ?? '',
      labels: names.labels ?? [],
      complianceDistribution: resource.compliance,
      complianceIssues: null,
      processes: null,
      startTime: '2026-09-28T06:00:00Z',
    },
  };
}
