import { AsyncLocalStorage } from 'node:async_hooks';

/** The bytes and answers that one source has delivered within one operation. */
interface Spent {
  bytes: number;
  answers: number;
}

/**
 * One request of a user, such as a pull of many policies. It counts the data it reads by source. The
 * operation includes everything that is awaited or started in it, until the work ends. A timer from a command
 * therefore leaves the operation when the command ends.
 */
interface Operation {
  readonly spent: Map<object, Spent>;
  isOver: boolean;
}

const running = new AsyncLocalStorage<Operation>();

/** Runs `work` as a separate operation, even within another one. */
export async function asOperation<T>(work: () => T | Promise<T>): Promise<T> {
  const operation: Operation = { spent: new Map(), isOver: false };
  try {
    return await running.run(operation, work);
  } finally {
    operation.isOver = true;
  }
}

/** Runs `work` as a part of the current operation, or as a separate one where none runs. */
export function withinOperation<T>(work: () => Promise<T>): Promise<T> {
  return current() ? work() : asOperation(work);
}

/** Returns the data of the current operation from `source`; zero for a request outside of any operation. */
export function spentOn(source: object): Spent {
  const spent = current()?.spent ?? new Map<object, Spent>();
  const known = spent.get(source) ?? { bytes: 0, answers: 0 };
  spent.set(source, known);
  return known;
}

function current(): Operation | undefined {
  const operation = running.getStore();
  return operation?.isOver ? undefined : operation;
}
