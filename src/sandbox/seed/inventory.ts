import type { ResourceNames } from '../../core/policy/collections.ts';
import { Random } from '../random.ts';
import { teamNames } from './seedCollections.ts';

/** A resource to which a rule can apply. */
export interface Resource {
  readonly id: string;
  readonly name: string;
  /** The names that collections match. */
  readonly names: ResourceNames;
}

/** The resources of the sandbox's imaginary company. */
export interface Inventory {
  readonly images: readonly Resource[];
  readonly hosts: readonly Resource[];
  readonly containers: readonly Resource[];
  readonly vmImages: readonly Resource[];
}

const services = ['api', 'worker', 'gateway', 'frontend', 'scheduler', 'migrate'];
const namespaceOf = new Map([
  ['gateway', 'ingress-main'],
  ['scheduler', 'kube-system'],
]);
const clusters = ['prod-eu', 'prod-us', 'staging-eu', 'tools-eu'];
const accountOf = (cluster: string): string =>
  cluster.startsWith('prod')
    ? '000000000101'
    : cluster.startsWith('staging')
      ? '000000000201'
      : '000000000901';

const hexId = (random: Random): string =>
  Array.from({ length: 8 }, () => random.between(0, 0xffff_ffff).toString(16).padStart(8, '0')).join('');

function makeHosts(random: Random): Resource[] {
  const groups: readonly (readonly [prefix: string, count: number, clustered: boolean])[] = [
    ['node', 36, true],
    ['bastion', 3, false],
    ['build', 8, false],
    ['db', 6, false],
    ['win', 5, false],
    ['edge', 9, false],
    ['gpu', 4, true],
  ];
  return groups.flatMap(([prefix, count, clustered]) =>
    Array.from({ length: count }, (_, index): Resource => {
      const cluster = clusters[index % clusters.length] as string;
      const name = `${prefix}-${String(index + 1).padStart(2, '0')}.example`;
      return {
        id: name,
        name,
        names: {
          hosts: [name],
          accountIDs: [accountOf(clustered ? cluster : random.pick(clusters))],
          clusters: clustered ? [cluster] : [],
        },
      };
    }),
  );
}

function makeImages(random: Random): Resource[] {
  return teamNames.flatMap((team) =>
    random.some(services, random.between(3, 6)).map((service): Resource => {
      const name = `registry.example/${team}/${service}:${random.between(1, 4)}.${random.between(0, 20)}`;
      const labels = [`team:${team}`, ...(['payments', 'billing'].includes(team) ? ['compliance:pci'] : [])];
      return { id: `sha256:${hexId(random)}`, name, names: { images: [name], labels } };
    }),
  );
}

function makeContainers(random: Random, images: readonly Resource[], hosts: readonly Resource[]): Resource[] {
  const nodes = hosts.filter(({ name }) => name.startsWith('node'));
  return images.flatMap((image) =>
    random.some(nodes, random.between(1, 6)).map((node): Resource => {
      const [, team = '', service = ''] = /^[^/]+\/([^/]+)\/([^:]+)/.exec(image.name) ?? [];
      const name = `${team}-${service}-${random.between(10_000, 99_999)}`;
      const namespaces = [namespaceOf.get(service) ?? team];
      return {
        id: hexId(random),
        name,
        names: { ...node.names, ...image.names, containers: [name], namespaces },
      };
    }),
  );
}

const vmImageOf = (name: string, index: number): Resource => ({
  id: `image-${index + 1}`,
  name,
  names: { hosts: [name], accountIDs: [accountOf(clusters[index % clusters.length] as string)] },
});

/** Returns the same inventory on every start: resources belong to the company, not to a tenant's seed. */
export function makeInventory(): Inventory {
  const random = new Random(11);
  const hosts = makeHosts(random);
  const images = makeImages(random);
  const systems = ['node', 'bastion', 'build', 'win'].flatMap((use) => [
    `${use}-base-2025`,
    `${use}-base-2026`,
  ]);
  return {
    hosts,
    images,
    containers: makeContainers(random, images, hosts),
    vmImages: systems.map(vmImageOf),
  };
}
