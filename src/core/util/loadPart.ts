import { ExpectedError, messageOf } from './errors.ts';

/**
 * Loads a part of the program that starting does not need. `load` is an `import()`, for which the build makes a file of its own.
 * That file is missing, for example, when the extension was updated while its window stayed open.
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ExpectedError('part-missing', `A part of Ordinance could not be loaded: ${name}.`, {
      advice: 'Install it again, then reload the window.',
      detail: messageOf(error),
      cause: error,
    });
  }
}
