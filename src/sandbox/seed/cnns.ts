import type { Random } from '../random.ts';
import { teamNames } from './collections.ts';
import type { Seed, SeedRule } from './seedRule.ts';

interface Entity {
  readonly _id: number;
  readonly name: string;
  readonly type: 'container' | 'host' | 'subnet' | 'dns';
  readonly [member: string]: unknown;
}

const hosts = ['hosts-bastion', 'hosts-build', 'hosts-database', 'hosts-edge', 'hosts-windows'];
const subnets = [
  ['offices', '192.0.2.0/24', '198.51.100.0/25'],
  ['partners', '203.0.113.0/24'],
  ['vpn', '10.99.0.0/16'],
] as const;
const domains = [
  ['package-mirrors', 'mirror.example', 'packages.example'],
  ['payment-network', 'acquirer.example', '*.acquirer.example'],
  ['mail-relays', 'smtp.example'],
] as const;

function makeEntities(): Entity[] {
  const allowAll = { inbound: ['subnet'], outbound: ['subnet', 'dns'] };
  const entities: Omit<Entity, '_id'>[] = [
    ...teamNames.map((name, index) => ({
      name,
      type: 'container' as const,
      collections: [name],
      ...(index % 5 === 0 && { allowAll }),
    })),
    ...hosts.map((name) => ({ name, type: 'host' as const, collections: [name] })),
    ...subnets.map(([name, ...cidrs]) => ({
      name,
      type: 'subnet' as const,
      subnets: cidrs.map((cidr, index) => ({ name: `${name}-${index + 1}`, cidr })),
    })),
    ...domains.map(([name, ...list]) => ({ name, type: 'dns' as const, domains: list })),
  ];
  return entities.map((entity, index) => ({ _id: index + 1, ...entity }) as Entity);
}

const idOf = ({ _id }: Entity): number => _id;

const services = [
  [443, 443],
  [5432, 5432],
  [6379, 6379],
  [8080, 8089],
  [9092, 9093],
] as const;

function makeRules(
  random: Random,
  sources: readonly Entity[],
  targets: readonly Entity[],
  count: number,
): SeedRule[] {
  const pairs = sources.flatMap((source) =>
    targets.filter((target) => target !== source).map((target) => ({ source, target })),
  );
  return random.some(pairs, count).map(({ source, target }, index) => ({
    id: index + 1,
    name: `${source.name} to ${target.name}`,
    src: idOf(source),
    dst: idOf(target),
    effect: random.pick(['allow', 'allow', 'alert', 'prevent']),
    ports: random
      .some(services, random.between(1, 2))
      .map(([start, end]) => ({ start, end, deny: random.chance(0.1) })),
    ...(random.chance(0.1) && { disabled: true }),
    ...(random.chance(0.2) && { notes: 'Seen in the traffic of the last quarter.' }),
  }));
}

/** Two ordered arrays over one list of network entities. */
export const cnnsSeed: Seed = (random) => {
  const entities = makeEntities();
  const of = (...types: Entity['type'][]): Entity[] => entities.filter(({ type }) => types.includes(type));
  return {
    'cnns/network': {
      containerEnabled: true,
      hostEnabled: true,
      containerRules: makeRules(random, of('container'), of('container', 'subnet', 'dns'), 44),
      hostRules: makeRules(random, of('host'), of('host', 'subnet'), 16),
      networkEntities: entities,
    },
  };
};
