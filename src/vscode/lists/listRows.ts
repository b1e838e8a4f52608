import { resourceLists } from '../../core/policy/collections.ts';
import { isExpected } from '../../core/util/errors.ts';
import { isPlainList, type ListName } from '../../core/consoles/lists.ts';
import type { Collection, ConsoleResources, ResourceRow } from '../../core/consoles/resources.ts';

/** Reads a list as rows of its table. */
export async function listRows(
  list: ListName,
  resources: ConsoleResources,
  signal: AbortSignal,
): Promise<readonly ResourceRow[]> {
  if (isPlainList(list)) {
    return resources.lookups.rows(list, signal);
  }
  switch (list) {
    case 'base-images':
      return (await resources.baseImages.list(signal)).flatMap(({ id, description, images }) => {
        const scope = { scope: id, description };
        const rows = images.map(({ name, topLayer, created }) => ({
          ...scope,
          image: name,
          topLayer,
          created,
        }));
        return rows.length > 0 ? rows : [scope];
      });
    case 'network-lists':
      return (await resources.networkLists.list(signal)).map(({ id, subnets, ...more }) => ({
        ...more,
        name: id,
        count: subnets.length,
        subnets: subnets.join(', '),
      }));
    case 'collections':
      return collectionRows(resources, signal);
    case 'checks':
      return ((await resources.lookups.checks(signal)) ?? []).map(({ templates, ...check }) => ({
        ...check,
        templates: templates.join(', '),
      }));
  }
}

/** A role that may not see the scopes may still see the names. */
async function collectionRows(
  { collections }: ConsoleResources,
  signal: AbortSignal,
): Promise<readonly ResourceRow[]> {
  try {
    return (await collections.list(signal)).map(collectionRow);
  } catch (error) {
    if (isExpected(error) && error.code === 'forbidden') {
      return (await collections.mine(signal)).map((name) => ({ name }));
    }
    throw error;
  }
}

function collectionRow({ name, description, system, color, patterns }: Collection): ResourceRow {
  const scopes = resourceLists.map((key) => [key, (patterns[key] ?? ['*']).join(', ')] as const);
  return { name, description, system, color, ...Object.fromEntries(scopes) };
}
