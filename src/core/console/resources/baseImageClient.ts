import type { BaseImageScope, ConsoleResources } from '../../consoles/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { spreadsheetFile } from '../../util/inertText.ts';
import { changedMeanwhile } from './changedMeanwhile.ts';
import { plainList, textAt } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Scopes of base images. There is no update: to change one is to delete it and add another. */
export class BaseImageClient implements Readonly<ConsoleResources['baseImages']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async list(signal?: AbortSignal): Promise<readonly BaseImageScope[]> {
    const scopes = await this.#requests.list('baseImages.list', signal);
    return scopes
      .filter((scope) => textAt(scope, '_id') !== '')
      .map((scope) => ({
        id: textAt(scope, '_id'),
        description: textAt(scope, 'description'),
        images: plainList(scope['images']).map((image) => ({
          name: textAt(image, 'imageName'),
          topLayer: textAt(image, 'topLayer'),
          created: textAt(image, 'creationTime'),
        })),
      }));
  }

  async add(
    { id, description }: Pick<BaseImageScope, 'id' | 'description'>,
    signal?: AbortSignal,
  ): Promise<void> {
    const isThere = async (): Promise<boolean> =>
      (await this.list()).some((one) => one.id === id && one.description === description);
    const body = new Map([
      ['_id', id],
      ['description', description],
    ]);
    await this.#requests.add('baseImages.add', body, isThere, signal);
  }

  /** The images of a scope are the console's: they come and go by scans. */
  async remove(
    { id, description }: Pick<BaseImageScope, 'id' | 'description'>,
    signal?: AbortSignal,
  ): Promise<void> {
    const current = (await this.list(signal)).find((scope) => scope.id === id);
    if (!current) {
      throw new ExpectedError('not-found', `The console no longer has the scope ${id} of base images.`);
    }
    if (current.description !== description) {
      throw changedMeanwhile(`The scope ${id} of base images`, 'delete');
    }
    // The console decodes the id twice.
    await this.#requests.write('baseImages.delete', undefined, signal, encodeURIComponent(id));
  }

  /** Returns the file of the console without formulas, because people open it in spreadsheets. */
  async csv(signal?: AbortSignal): Promise<string> {
    return spreadsheetFile(await this.#requests.plainText('baseImages.downloadCsv', signal));
  }
}
