import type { Random } from '../random.ts';
import { teamNames } from './seedCollections.ts';
import data from './data/network.json' with { type: 'json' };
import type { Seed, SeedRule } from './seedRule.ts';

interface Entity {
  readonly _id: number;
  readonly name: string;
  readonly type: 'container' | 'host' | 'subnet' | 'dns';
  readonly [member: string]: unknown;
}

const { hosts, subnets, domains, services } = data;

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
    ...subnets.map(({ name, cidrs }) => ({
      name,
      type: 'subnet' as const,
      subnets: cidrs.map((cidr, index) => ({ name: `${name}-${index + 1}`, cidr })),
    })),
    ...domains.map(({ name, domains: list }) => ({ name, type: 'dns' as const, domains: list })),
  ];
  return entities.map((entity, index) => ({ _id: index + 1, ...entity }) as Entity);
}

const idOf = ({ _id }: Entity): number => _id;

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
      .map(({ start, end }) => ({ start, end, deny: random.chance(0.1) })),
    ...(random.chance(0.1) && { disabled: true }),
    ...(random.chance(0.2) && { notes: 'Seen in the traffic of the last quarter.' }),
  }));
}

/** Generates two rule arrays over one list of network entities. */
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
