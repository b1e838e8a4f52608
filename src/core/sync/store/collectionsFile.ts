import path from 'node:path';
import {
  collectionsFileName,
  collectionsText,
  MAX_COLLECTIONS_BYTES,
  readCollections,
} from '../../document/collectionsText.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import { ExpectedError } from '../../util/errors.ts';
import { readIfThere, writeDurably } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

/**
 * Returns the collections that are kept beside the policies of a console; undefined without them. Throws
 * ExpectedError for an unreadable file, because a part could mean something else than the whole.
 */
export async function keptCollections(
  root: string,
  policyFolder: string,
): Promise<KnownCollections | undefined> {
  const file = path.join(policyFolder, collectionsFileName);
  const text = await readIfThere(insideWorkspace(root, file), MAX_COLLECTIONS_BYTES);
  if (text === undefined) {
    return undefined;
  }
  const { collections, problem } = readCollections(text);
  if (!collections) {
    throw new ExpectedError('collections-file', `${file}: ${problem}.`, {
      advice: 'Run `ordinance pull --collections` to write the file again.',
    });
  }
  return collections;
}

/**
 * Returns the text to keep. Throws ExpectedError `collections-file` for a text that could not be read again.
 */
export function textToKeep(policyFolder: string, collections: KnownCollections): string {
  const text = collectionsText(collections);
  const problem =
    Buffer.byteLength(text) > MAX_COLLECTIONS_BYTES
      ? `the collections take more than ${MAX_COLLECTIONS_BYTES / 1024 / 1024} MiB`
      : readCollections(text).problem;
  if (problem !== undefined) {
    const file = path.join(policyFolder, collectionsFileName);
    throw new ExpectedError(
      'collections-file',
      `Could not write ${file} because Ordinance could not read it again: ${problem}.`,
      { advice: 'Pull without --collections.' },
    );
  }
  return text;
}

/** Returns false when the file already has this text. `text` comes from `textToKeep`. */
export async function keepCollections(root: string, policyFolder: string, text: string): Promise<boolean> {
  const file = path.join(policyFolder, collectionsFileName);
  if ((await readIfThere(insideWorkspace(root, file)).catch(() => undefined)) === text) {
    return false;
  }
  await writeDurably(root, file, text);
  return true;
}
