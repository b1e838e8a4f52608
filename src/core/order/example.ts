import type { PolicyKind } from '../policy/families.ts';
import { resourceLists, type ResourceList } from '../policy/collections.ts';
import { addressText, connectionFields } from './network/connection.ts';
import type { Point } from './scope.ts';

/** Singular names of the lists of a collection, for one resource. */
export const singular = {
  images: 'image',
  hosts: 'host',
  labels: 'label',
  namespaces: 'namespace',
  clusters: 'cluster',
  containers: 'container',
  functions: 'function',
  appIDs: 'appId',
  accountIDs: 'accountId',
} as const satisfies Readonly<Record<ResourceList, string>>;

/** A resource for people: an absent field does not matter. A resource may have several labels. */
export type ExampleResource = Readonly<
  Partial<Record<Exclude<(typeof singular)[ResourceList], 'label'>, string>>
> & { readonly label?: readonly string[] };

export interface ExampleConnection {
  readonly source: ExampleResource;
  readonly destination: ExampleResource & { readonly address?: string; readonly domain?: string };
  readonly port?: number;
}

/** A resource or connection that proves a statement about rules. */
export type Example = ExampleResource | ExampleConnection;

export function exampleAt({ isNetwork }: Pick<PolicyKind, 'isNetwork'>, point: Point): Example {
  if (!isNetwork) {
    return resourceAt(point, 0);
  }
  const { source, destination, address, domain, port } = connectionFields;
  const [at, name, number] = [point[address], point[domain], point[port]];
  const place = at ? addressText(BigInt(at)) : undefined;
  return {
    source: resourceAt(point, source),
    destination: {
      ...resourceAt(point, destination),
      ...(place !== undefined && { address: place }),
      ...(name && { domain: name }),
    },
    ...(number && { port: Number(number) }),
  };
}

function resourceAt(point: Point, from: number): ExampleResource {
  return Object.fromEntries(
    resourceLists.flatMap((list, place) => {
      const value = point[from + place];
      return value ? [[singular[list], list === 'labels' ? value.split('\n') : value]] : [];
    }),
  );
}

/** An example in words: `image registry.example/payments/api, namespace dev`. */
export function exampleWords(example: Example): string {
  if ('source' in example) {
    const { source, destination, port } = example;
    return [
      exampleWords(source),
      `to ${exampleWords(destination)}`,
      ...(port === undefined ? [] : [`port ${port}`]),
    ].join(' ');
  }
  const words = Object.entries(example).map(([name, value]) => `${name} ${[value].flat().join(' and ')}`);
  return words.length === 0 ? 'anything' : words.join(', ');
}
