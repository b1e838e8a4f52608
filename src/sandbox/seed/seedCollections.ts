import type { ResourceList } from '../../core/policy/collections.ts';
import data from './data/collections.json' with { type: 'json' };

export interface SeedCollection {
  readonly name: string;
  readonly description: string;
  readonly scope: Partial<Record<ResourceList, readonly string[]>>;
}

const { teams, services } = data;
const groups = data.groups as readonly SeedCollection[];
const parts: Readonly<Record<string, readonly string[]>> = data.parts;

export const teamNames: readonly string[] = teams.map(({ name }) => name);

/** One collection for each service of a team, by team. */
const serviceCollections = new Map(
  teamNames.map((team) => [
    team,
    services.map((service): SeedCollection => ({
      name: `${team}-${service}`,
      description: `Images of the service ${service} of the ${team} team`,
      scope: { images: [`registry.example/${team}/${service}:*`] },
    })),
  ]),
);

/** Collections inside a group, where its names begin with the part: `build-*` has `build-eu-*`. */
const partCollections = new Map(
  groups.map(({ name, description, scope }) => [
    name,
    (parts[name] ?? []).map((part): SeedCollection => ({
      name: `${name}-${part}`,
      description: `${description}: ${part}`,
      scope: Object.fromEntries(
        Object.entries(scope).map(([list, patterns]) => [
          list,
          patterns
            .filter((pattern) => /^\w+-\*$/.test(pattern))
            .map((pattern) => pattern.replace('*', `${part}-*`)),
        ]),
      ),
    })),
  ]),
);

/** Returns the names of the collections inside the given collections. */
export function withinCollections(names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    [...(serviceCollections.get(name) ?? []), ...(partCollections.get(name) ?? [])].map((one) => one.name),
  );
}

/**
 * The built-in collection, one per team, and scopes by cluster, host, account, function, app and label. Finer
 * collections follow: services of teams, sites of host groups, steps of function groups.
 */
export const seedCollections: readonly SeedCollection[] = [
  { name: 'All', description: 'System - all resources collection', scope: {} },
  ...teams.map(({ name, extra }): SeedCollection => ({
    name,
    description: `Images of the ${name} team`,
    scope: { images: [`registry.example/${name}/*`, ...(extra ? [extra] : [])] },
  })),
  ...groups,
  ...[...serviceCollections.values()].flat(),
  ...[...partCollections.values()].flat(),
];
