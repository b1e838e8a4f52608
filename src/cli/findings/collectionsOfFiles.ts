import path from 'node:path';
import { collectionsFileName } from '../../core/document/collectionsText.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { families } from '../../core/policy/families.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { consolePlace, type Place } from '../remote/consolePlace.ts';
import type { Environment } from '../command.ts';

/** The known collections of a policy file. */
export interface CollectionsOfFile {
  readonly collections: KnownCollections;
  /** The file with the collections, if there is one. */
  readonly file?: string;
  /** The place without saved collections: a folder of a console, a console, or a file outside of such folders. */
  readonly missing?: string;
}

/**
 * Returns a function that finds the collections for a policy file: those saved beside the file, or those of the named
 * console. A file outside of the folders of consoles has no known collections. The function throws ExpectedError.
 */
export function collectionsReader(
  place: Place,
  environment: Environment,
): (file: string) => Promise<CollectionsOfFile> {
  const known = new Map<string, Promise<CollectionsOfFile>>();
  return async (file) => {
    const folder = place.console === undefined ? folderOf(path.resolve(environment.folder, file)) : '';
    if (folder === undefined) {
      return { collections: new Map(), missing: file };
    }
    const reading = known.get(folder) ?? readCollectionsIn(folder, place, environment);
    known.set(folder, reading);
    return reading;
  };
}

async function readCollectionsIn(
  folder: string,
  place: Place,
  environment: Environment,
): Promise<CollectionsOfFile> {
  const { root, policyFolder } =
    place.console === undefined
      ? { root: folder, policyFolder: folder }
      : await consolePlace(place, environment);
  const collections = await keptCollections(root, policyFolder);
  return collections
    ? { collections, file: path.join(policyFolder, collectionsFileName) }
    : { collections: new Map(), missing: path.relative(environment.folder, policyFolder) || '.' };
}

/** The `<folder>` of a file in `<folder>/<family>/`, also of a file whose name matches no policy. */
function folderOf(file: string): string | undefined {
  const parent = path.dirname(file);
  return families.some((family) => family === path.basename(parent)) ? path.dirname(parent) : undefined;
}
