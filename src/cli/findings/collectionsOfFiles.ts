import path from 'node:path';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { policyNameOfPath } from '../../core/policy/policyFile.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { consolePlace, type Place } from '../remote/consolePlace.ts';
import type { Environment } from '../remote/environment.ts';

/** The collections that count for policy files: those kept beside them, or those of the console that is named. */
export class CollectionsOfFiles {
  readonly #place: Place;
  readonly #environment: Environment;
  readonly #known = new Map<string, Promise<KnownCollections>>();

  constructor(place: Place, environment: Environment) {
    this.#place = place;
    this.#environment = environment;
  }

  /** Nothing is known of those of a file that lies in no folder of a console. Throws ExpectedError. */
  async of(file: string): Promise<KnownCollections> {
    const folder =
      this.#place.console === undefined ? folderOf(path.resolve(this.#environment.folder, file)) : '';
    if (folder === undefined) {
      return new Map();
    }
    let known = this.#known.get(folder);
    if (!known) {
      known = this.#read(folder);
      this.#known.set(folder, known);
    }
    return known;
  }

  async #read(folder: string): Promise<KnownCollections> {
    const place =
      this.#place.console === undefined
        ? { root: folder, policyFolder: folder }
        : await consolePlace(this.#place, this.#environment);
    return (await keptCollections(place.root, place.policyFolder)) ?? new Map();
  }
}

/** `<folder>/<family>/<target>.policy.yaml`. */
function folderOf(file: string): string | undefined {
  return policyNameOfPath(file) === undefined ? undefined : path.dirname(path.dirname(file));
}
