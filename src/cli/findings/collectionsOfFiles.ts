import path from 'node:path';
import { collectionsFileName } from '../../core/document/collections/collectionsText.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { families } from '../../core/policy/families.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { consolePlace, type Place } from '../remote/consolePlace.ts';
import type { Environment } from '../remote/environment.ts';

/** The known collections of a policy file. */
export interface CollectionsOfFile {
  readonly collections: KnownCollections;
  /** The file with the collections, if there is one. */
  readonly file?: string;
  /** The place without saved collections: a folder of a console, a console, or a file outside of such folders. */
  readonly missing?: string;
}

/** Finds the collections for policy files: those saved beside a file, or those of the named console. */
export class CollectionsOfFiles {
  readonly #place: Place;
  readonly #environment: Environment;
  readonly #known = new Map<string, Promise<CollectionsOfFile>>();

  constructor(place: Place, environment: Environment) {
    this.#place = place;
    this.#environment = environment;
  }

  /** A file outside of the folders of consoles has no known collections. Throws ExpectedError. */
  async of(file: string): Promise<CollectionsOfFile> {
    const folder =
      this.#place.console === undefined ? folderOf(path.resolve(this.#environment.folder, file)) : '';
    if (folder === undefined) {
      return { collections: new Map(), missing: file };
    }
    let known = this.#known.get(folder);
    if (!known) {
      known = this.#read(folder);
      this.#known.set(folder, known);
    }
    return known;
  }

  async #read(folder: string): Promise<CollectionsOfFile> {
    const { console } = this.#place;
    const place =
      console === undefined
        ? { root: folder, policyFolder: folder }
        : await consolePlace(this.#place, this.#environment);
    const collections = await keptCollections(place.root, place.policyFolder);
    const missing = path.relative(this.#environment.folder, place.policyFolder) || '.';
    return collections
      ? { collections, file: path.join(place.policyFolder, collectionsFileName) }
      : { collections: new Map(), missing };
  }
}

/** The `<folder>` of a file in `<folder>/<family>/`, also of a file whose name matches no policy. */
function folderOf(file: string): string | undefined {
  const parent = path.dirname(file);
  return families.some((family) => family === path.basename(parent)) ? path.dirname(parent) : undefined;
}
