import { CancelledError, throwIfCancelled } from '../util/errors.ts';

/** The result of work that others wait for too: a caller that gives up gets `CancelledError`, the work goes on. */
export function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) {
    return work;
  }
  return new Promise((resolve, reject) => {
    throwIfCancelled(signal);
    const cancel = (): void => reject(new CancelledError());
    signal.addEventListener('abort', cancel);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
