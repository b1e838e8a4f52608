import { ExpectedError, messageOf } from './errors.ts';

/**
 * Loads a part of the program that few need, or nobody at once: `load` is an `import()`, so the build makes a file of its own of it.
 * The file may be gone, for example when the extension was updated while its window stayed open: then one plain message says so.
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
