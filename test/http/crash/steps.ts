import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

type Calls = Record<string, unknown>;
type Call = (...args: never[]) => unknown;

/** Calls to the file system that are steps of a task. */
const ofFiles = new Set(['open', 'rm', 'mkdir']);
const ofHandles = new Set(['sync', 'writeFile', 'appendFile']);

/** How far a task came, and where it stops for ever. */
class Life {
  steps = 0;
  isOver = false;
  readonly #last: number;
  readonly over: Promise<void>;
  #end!: () => void;

  constructor(last: number) {
    this.#last = last;
    this.over = new Promise((resolve) => (this.#end = resolve));
  }

  step(): void {
    if (!this.isOver && ++this.steps === this.#last) {
      this.isOver = true;
      this.#end();
    }
  }
}

const lives = new AsyncLocalStorage<Life>();
const forEver = new Promise<never>(() => undefined);

/** Counts a step that is no call to the file system. What the task does ends here when it was the last. */
export async function step(): Promise<void> {
  const life = lives.getStore();
  life?.step();
  return life?.isOver ? forEver : undefined;
}

export interface Lived {
  readonly steps: number;
  /** Whether it stopped at its last step: what it had begun stays as it is until the process dies. */
  readonly stopped: boolean;
}

/**
 * Does a task up to its n-th step (0: all of it). From then on nothing of it reaches a file any more: a call that gives a
 * promise never ends, any other throws, and so does all that would be cleaned up after it.
 */
export async function live(last: number, task: () => Promise<void>): Promise<Lived> {
  const life = new Life(last);
  const ended = lives.run(life, async () => {
    try {
      await task();
    } catch (error) {
      if (!life.isOver) {
        throw error;
      }
    }
  });
  await Promise.race([ended, life.over]);
  return { steps: life.steps, stopped: life.isOver };
}

/** Makes calls to the file system steps: of what is loaded after this. */
export async function countSteps(): Promise<void> {
  const require = createRequire(process.argv[1] ?? '');
  const files = require('node:fs/promises') as Calls;
  const probe = (await (files['open'] as Call)(...(['/dev/null', 'r'] as never[]))) as {
    close(): Promise<void>;
  };
  wrap(Object.getPrototypeOf(probe) as Calls, ofHandles, () => forEver);
  await probe.close();
  wrap(files, ofFiles, () => forEver);
  // The only one that writes and does not wait.
  wrap(require('node:fs') as Calls, new Set(['renameSync']), stopped, ['renameSync']);
}

function stopped(): never {
  throw new Error('the task is over');
}

function wrap(
  target: Calls,
  counted: ReadonlySet<string>,
  whenOver: () => unknown,
  names: readonly string[] = methodsOf(target),
): void {
  for (const name of names) {
    const real = target[name] as Call;
    target[name] = function (this: unknown, ...args: never[]) {
      const life = lives.getStore();
      if (life && counted.has(name)) {
        life.step();
      }
      return life?.isOver ? whenOver() : real.apply(this, args);
    };
  }
}

function methodsOf(target: Calls): readonly string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(target)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [name] : [],
  );
}
