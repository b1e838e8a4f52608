import { CanceledError, throwIfCanceled } from '../util/errors.ts';

/** The result of work that others wait for too: a caller that gives up gets `CanceledError`, the work goes on. */
export function untilCanceled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) {
    return work;
  }
  return new Promise((resolve, reject) => {
    throwIfCanceled(signal);
    const cancel = (): void => reject(new CanceledError());
    signal.addEventListener('abort', cancel);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
