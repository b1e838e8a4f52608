import { ExpectedError, messageOf } from './errors.ts';

/**
 * Loads a part of the program that is not needed at startup. `load` is an `import()`, for which the build
 * creates a separate file. The file is missing, for example, after an update of the extension while its
 * window is open.
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ExpectedError('part-missing', `Could not load a part of Ordinance: ${name}.`, {
      advice: 'Install it again, then reload the window.',
      detail: messageOf(error),
      cause: error,
    });
  }
}
