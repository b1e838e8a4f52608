import path from 'node:path';
import { collectionsFileName, collectionsText } from '../../document/collections/collectionsText.ts';
import { readCollections } from '../../document/collections/readCollections.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import { ExpectedError } from '../../util/errors.ts';
import { readIfThere, writeDurably } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

/** Larger ones are not read. */
export const mostCollectionsBytes = 16 * 1024 * 1024;

/**
 * The collections of a console as they are kept beside its policies; undefined when they are not. Throws ExpectedError for
 * a file that cannot be read: half of it could say something else than the whole.
 */
export async function keptCollections(
  root: string,
  policyFolder: string,
): Promise<KnownCollections | undefined> {
  const file = path.join(policyFolder, collectionsFileName);
  const text = await readIfThere(await insideWorkspace(root, file), mostCollectionsBytes);
  if (text === undefined) {
    return undefined;
  }
  const { collections, problem } = readCollections(text);
  if (!collections) {
    throw new ExpectedError('collections-file', `${file}: ${problem}.`, {
      advice: 'Write it anew with `ordinance pull --collections`.',
    });
  }
  return collections;
}

/** False when it says so already. */
export async function keepCollections(
  root: string,
  policyFolder: string,
  collections: KnownCollections,
): Promise<boolean> {
  const file = path.join(policyFolder, collectionsFileName);
  const text = collectionsText(collections);
  if ((await readIfThere(await insideWorkspace(root, file)).catch(() => undefined)) === text) {
    return false;
  }
  await writeDurably(root, file, text);
  return true;
}
