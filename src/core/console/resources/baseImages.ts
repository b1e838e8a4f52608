import type { BaseImageScope } from '../../consoleFile/resources.ts';
import { spreadsheetFile } from '../../util/inertText.ts';
import type { ConsoleRequests } from '../consoleRequests.ts';
import { operations } from '../operations.ts';
import { plainList, textAt } from './plainMembers.ts';
import { unchangedEntry } from './unchangedEntry.ts';

/** Scopes of base images. The API cannot update a scope; a person deletes it and adds another. */
export function baseImages(requests: ConsoleRequests) {
  const list = async (signal?: AbortSignal): Promise<readonly BaseImageScope[]> =>
    (await requests.list(operations['baseImages.list'], signal))
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

    async add({ id, description }: Omit<BaseImageScope, 'images'>, signal?: AbortSignal): Promise<void> {
      const isAdded = async (): Promise<boolean> =>
        (await list()).some((scope) => scope.id === id && scope.description === description);
      const body = new Map([
        ['_id', id],
        ['description', description],
      ]);
      await requests.add(operations['baseImages.add'], body, isAdded, signal);
    },

    /**
     * Takes the scope that the user saw. When the console has another one, nothing is deleted. Does not compare the
     * images, because scans change them.
     */
    async remove({ id, description }: Omit<BaseImageScope, 'images'>, signal?: AbortSignal): Promise<void> {
      const present = (await list(signal)).find((scope) => scope.id === id);
      const isAsShown = (scope: BaseImageScope): boolean => scope.description === description;
      unchangedEntry(`scope ${id} of base images`, 'delete', present, isAsShown);
      // The console decodes the id twice.
      const request = { ...operations['baseImages.delete'], name: encodeURIComponent(id) };
      await requests.write(request, undefined, signal);
    },

    /** Returns the file of the console without formulas, because people open it in spreadsheets. */
    async csv(signal?: AbortSignal): Promise<string> {
      const { answer } = await requests.send(operations['baseImages.downloadCsv'], signal);
      return spreadsheetFile(new TextDecoder().decode(answer.body));
    },
  };
}
