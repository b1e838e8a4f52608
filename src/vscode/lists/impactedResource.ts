import type { KnownResource } from '../../core/order/rulesApplyingTo.ts';
import { resourceText } from '../../core/order/typedResource.ts';
import type { ImpactedShape } from '../../core/consoleFile/resources.ts';
import type { ResourceList } from '../../core/policy/collections.ts';
import type { TableRow } from '../table/tableContent.ts';

/** These columns of a table have the resources of a list of a collection. */
const columns: Readonly<
  Record<'image' | 'host' | 'container', Readonly<Partial<Record<ResourceList, string>>>>
> = {
  image: { images: 'name', accountIDs: 'account' },
  host: { hosts: 'name', accountIDs: 'account' },
  container: {
    images: 'image',
    hosts: 'host',
    namespaces: 'namespace',
    clusters: 'cluster',
    containers: 'name',
  },
};

/**
 * The text identifies the resource of a row as a person would type it. It is empty where the row does not identify it.
 * Rows have no labels.
 */
export function impactedResource(shape: ImpactedShape, row: TableRow): string {
  const what =
    shape === 'container' || shape === 'out-of-band'
      ? 'container'
      : shape === 'image' && row['name'] !== row['id'] && (row['type'] === 'image' || row['type'] === 'host')
        ? row['type']
        : undefined;
  const named = Object.entries(what ? columns[what] : {}).flatMap(([list, column]) => {
    const value = row[column];
    return typeof value === 'string' && value !== '' ? [[list, [value]]] : [];
  });
  return resourceText(Object.fromEntries(named) as KnownResource);
}
