import type { KnownResource } from '../../core/order/rulesApplyingTo.ts';
import { resourceText } from '../../core/order/typedResource.ts';
import type { ImpactedShape } from '../../core/consoles/resources.ts';
import type { ResourceList } from '../../core/policy/collections.ts';
import type { TableRow } from '../table/tableContent.ts';

/** The columns of a table that name what a list of a collection is about. */
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

/** What a row of impacted resources is, as it is typed; empty where it cannot be said. Labels are in no row. */
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
