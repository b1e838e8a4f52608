import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { diskFailure, errorCode } from '../../util/diskFailure.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { keepOutOfGit } from './keepOutOfGit.ts';

/** A holder touches its file this often, and is taken for dead when it has not for much longer, also on another machine. */
const beatMs = 60_000;
const longestMs = 15 * beatMs;
const breakerMs = 10_000;
const pollMs = 15;
const patienceMs = 20_000;

export interface HeldMutex {
  release(): Promise<void>;
}

/**
 * Mutual exclusion between processes: one file per mutex in the `.ordinance` folder, which names who holds it. The file of
 * a process that is gone is taken over, so a crash blocks nobody.
 */
export class Mutexes {
  readonly #store: string;

  /** `store` is the `.ordinance` folder. */
  constructor(store: string) {
    this.#store = store;
  }

  /** Runs `work` alone. Throws ExpectedError `busy` when the mutex does not come free. */
  async with<T>(name: string, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + patienceMs;
    let held = await this.tryTake(name);
    while (!held) {
      if (performance.now() > until) {
        throw new ExpectedError('busy', 'Another process is working in this folder.', {
          advice: 'Close other windows of this folder and try again.',
        });
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      held = await this.tryTake(name);
    }
    try {
      return await work();
    } finally {
      await held.release();
    }
  }

  /** Whether somebody holds it, this process included. */
  async isHeld(name: string): Promise<boolean> {
    const place = this.#placeOf(name);
    return (await holderOf(place)) !== undefined && !(await isStale(place));
  }

  /** Undefined while somebody else holds it. */
  async tryTake(name: string): Promise<HeldMutex | undefined> {
    const file = this.#placeOf(name);
    try {
      const place = await insideWorkspace(path.dirname(this.#store), file);
      await keepOutOfGit(this.#store);
      await mkdir(path.dirname(place), { recursive: true });
      const id = `${process.pid} ${hostname()} ${randomBytes(6).toString('hex')}`;
      if (!(await create(place, id)) && !((await breakStale(place)) && (await create(place, id)))) {
        return undefined;
      }
      const beat = setInterval(() => {
        const now = new Date();
        void utimes(place, now, now).catch(() => undefined);
      }, beatMs);
      beat.unref();
      return {
        release: async () => {
          clearInterval(beat);
          // Somebody who took this process for dead holds it now.
          if ((await holderOf(place)) === id) {
            await rm(place, { force: true });
          }
        },
      };
    } catch (error) {
      throw diskFailure(error, file);
    }
  }

  #placeOf(name: string): string {
    const key = createHash('sha256').update(name).digest('hex').slice(0, 24);
    return path.join(this.#store, 'mutexes', key);
  }
}

async function create(place: string, text: string): Promise<boolean> {
  try {
    const handle = await open(place, 'wx', 0o600);
    try {
      await handle.writeFile(text);
    } catch (error) {
      // An empty file would keep everybody out for a while.
      await rm(place, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Removes the file of a dead holder; only one process at a time looks and removes. */
async function breakStale(place: string): Promise<boolean> {
  if (!(await isStale(place))) {
    return false;
  }
  const breaker = `${place}.breaker`;
  if (!(await create(breaker, ''))) {
    if ((await ageOf(breaker)) > breakerMs) {
      await rm(breaker, { force: true });
    }
    return false;
  }
  try {
    if (!(await isStale(place))) {
      return false;
    }
    await rm(place, { force: true });
    return true;
  } finally {
    await rm(breaker, { force: true });
  }
}

async function isStale(place: string): Promise<boolean> {
  const [pid = '', host] = (await holderOf(place))?.split(' ') ?? [];
  const age = await ageOf(place);
  if (pid === '') {
    // Just being written, or its writer died over it.
    return age > breakerMs;
  }
  return age > longestMs || (host === hostname() && !isAlive(Number(pid)));
}

async function holderOf(place: string): Promise<string | undefined> {
  return readFile(place, 'utf8').catch(() => undefined);
}

/** In milliseconds; 0 when it is not there. */
async function ageOf(place: string): Promise<number> {
  try {
    return Date.now() - (await stat(place)).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
