import type { BaseImageScope, ConsoleResources } from '../../consoleFile/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { spreadsheetFile } from '../../util/inertText.ts';
import { plainList, textAt } from './plainMembers.ts';
import { staleEntryError, type ResourceRequests } from './resourceRequests.ts';

/** Scopes of base images. The API cannot update a scope; a person deletes it and adds another. */
export function baseImages(requests: ResourceRequests): ConsoleResources['baseImages'] {
  const list = async (signal?: AbortSignal): Promise<readonly BaseImageScope[]> =>
    (await requests.list('baseImages.list', signal))
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

  return {
    list,

    async add({ id, description }, signal) {
      const isAdded = async (): Promise<boolean> =>
        (await list()).some((scope) => scope.id === id && scope.description === description);
      const body = new Map([
        ['_id', id],
        ['description', description],
      ]);
      await requests.add('baseImages.add', body, isAdded, signal);
    },

    /** Does not compare the images of the scope, because scans change them. */
    async remove({ id, description }, signal) {
      const current = (await list(signal)).find((scope) => scope.id === id);
      if (!current) {
        throw new ExpectedError('not-found', `The console no longer has the scope ${id} of base images.`);
      }
      if (current.description !== description) {
        throw staleEntryError(`The scope ${id} of base images`, 'delete');
      }
      // The console decodes the id twice.
      await requests.write('baseImages.delete', undefined, signal, encodeURIComponent(id));
    },

    /** Returns the file of the console without formulas, because people open it in spreadsheets. */
    csv: async (signal) => spreadsheetFile(await requests.plainText('baseImages.downloadCsv', signal)),
  };
}
