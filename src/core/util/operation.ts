import { AsyncLocalStorage } from 'node:async_hooks';

/** How much one source of answers has given within one operation. */
export class Spent {
  bytes = 0;
  answers = 0;
}

/**
 * One thing that somebody asked for, such as a pull of many policies. What is read for it adds up, by where it comes from.
 * It follows the work through everything that is awaited or started in it, until the work has ended: a timer that was set
 * in a command is no part of it for ever.
 */
class Operation {
  readonly #spent = new WeakMap<object, Spent>();
  isOver = false;

  spentOn(source: object): Spent {
    let spent = this.#spent.get(source);
    if (!spent) {
      spent = new Spent();
      this.#spent.set(source, spent);
    }
    return spent;
  }
}

const running = new AsyncLocalStorage<Operation>();

/** Does `work` as an operation of its own, also within another one. */
export async function asOperation<T>(work: () => T | Promise<T>): Promise<T> {
  const operation = new Operation();
  try {
    return await running.run(operation, work);
  } finally {
    operation.isOver = true;
  }
}

/** Does `work` as a part of the operation that runs; as one of its own where none does. */
export function withinOperation<T>(work: () => Promise<T>): Promise<T> {
  return current() ? work() : asOperation(work);
}

/** What the operation that runs has spent on `source`; for a single request outside of one, nothing yet. */
export function spentOn(source: object): Spent {
  return current()?.spentOn(source) ?? new Spent();
}

function current(): Operation | undefined {
  const operation = running.getStore();
  return operation?.isOver ? undefined : operation;
}
