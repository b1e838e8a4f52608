import { ExpectedError, messageOf } from './errors.ts';

/**
 * A part of the program that is loaded when it is first needed, and then kept. A part that cannot be loaded, because its file is gone
 * or damaged, is tried again the next time; what was asked of it fails with one plain message.
 */
export function lazyPart<T>(name: string, load: () => T): () => T {
  let loaded: { readonly part: T } | undefined;
  return () => {
    try {
      loaded ??= { part: load() };
    } catch (error) {
      throw partMissing(name, error);
    }
    return loaded.part;
  };
}

export function partMissing(name: string, cause: unknown): ExpectedError {
  return new ExpectedError('part-missing', `A part of Ordinance could not be loaded: ${name}.`, {
    advice: 'Install it again, then reload the window.',
    detail: messageOf(cause),
    cause,
  });
}
