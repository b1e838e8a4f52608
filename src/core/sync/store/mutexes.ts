import { createHash, randomBytes } from 'node:crypto';
import { statSync, readFileSync, readlinkSync } from 'node:fs';
import { link, open, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PolicyName } from '../../policy/families.ts';
import { ExpectedError, isExpected, throwIfCanceled, diskFailure, errorCode } from '../../util/errors.ts';
import { isMoved, keepOutOfGit, makeFolder, readIfThere, writeNewFile } from './durableFile.ts';
import { ownPlace } from './insideWorkspace.ts';
import { hostname, networkInterfaces } from 'node:os';

/**
 * A holder gives a sign of life at this interval. After `expiryMs` of silence another process takes over from
 * an unreachable holder.
 */
const heartbeatMs = 10_000;
export const expiryMs = 120_000;
/** An empty file is just being written, or its writer died; it expires after this time. */
const emptyMs = 10_000;
/** A sign of life this far ahead of the disk clock is wrong. */
const aheadMs = 5000;
const pollMs = 15;
const maxPollMs = 250;
/** A waiting pull outlasts a push, which reads for half a minute until the result is proven. */
const timeoutMs = 180_000;
const MAX_BYTES = 1024;

export interface HeldMutex {
  /** Returns false when another process took over, for example after the computer slept. */
  isHeld(): Promise<boolean>;
  /** Never throws. Other processes take over a file that cannot be removed when this process ends. */
  release(): Promise<void>;
}

/**
 * Returns the name of the one mutex of a policy. Whatever sends the policy, or writes its file and base
 * together, has this mutex.
 */
export function policyMutex(console: string, policy: PolicyName): string {
  return `policy-${console}-${policy}`;
}

interface MutexFile {
  readonly text: string;
  readonly holder: ProcessIdentity | undefined;
  /** True when the holder runs; undefined when this process cannot check it. */
  readonly runs: boolean | undefined;
  /** Milliseconds since the last sign of life, by the clock of the disk. */
  readonly silence: number;
}

/**
 * Mutual exclusion between processes: one file per mutex in the `.ordinance` folder, which names the holder.
 * The mutex of a holder on this computer and in this container expires exactly when the holder does not run.
 * Any other one, also an unknown file, expires after `expiryMs` without a sign of life. Therefore no file
 * blocks forever, not even one from a repository.
 */
export class Mutexes {
  readonly #store: string;
  readonly #self: ProcessIdentity;

  /** `store` is the `.ordinance` folder. */
  constructor(store: string, self = thisProcess()) {
    this.#store = store;
    this.#self = self;
  }

  /** Runs `work` alone, after other holders. Throws ExpectedError `busy` when the mutex stays taken. */
  async with<T>(name: string, work: (held: HeldMutex) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const until = performance.now() + timeoutMs;
    let held = await this.tryTake(name);
    for (let pause = pollMs; !held; pause = Math.min(pause * 1.2, maxPollMs)) {
      throwIfCanceled(signal);
      if (performance.now() > until) {
        throw await this.refusal(name);
      }
      await delay(pause);
      held = await this.tryTake(name);
    }
    try {
      return await work(held);
    } finally {
      await held.release();
    }
  }

  /** Takes the mutex; undefined while it is taken. */
  async tryTake(name: string): Promise<HeldMutex | undefined> {
    const place = this.#place(name);
    try {
      await keepOutOfGit(this.#store);
      await makeFolder(path.dirname(place));
      const { place: where, pid, started } = this.#self;
      const text = ['2', where, pid, started || '-', randomBytes(8).toString('hex')].join(' ');
      const take = (): Promise<boolean> => writeNewFile(place, text, 0o600);
      if (!(await take()) && !((await removeExpired(place)) && (await take()))) {
        return undefined;
      }
      const stop = beat(place);
      const isHeld = async (): Promise<boolean> => (await textOf(place)) === text;
      return {
        isHeld,
        release: async () => {
          stop();
          if (await isHeld().catch(() => false)) {
            await rm(place, { force: true }).catch(() => undefined);
          }
        },
      };
    } catch (error) {
      throw diskFailure(error, place);
    }
  }

  /** Returns the error `busy`, which names the holder and the remedy. */
  async refusal(name: string): Promise<ExpectedError> {
    const what = 'Another operation in this folder is still running';
    const place = this.#place(name);
    const mutexFile = await readMutexFile(place);
    if (!mutexFile || mutexFile.runs === false) {
      return new ExpectedError('busy', `${what}.`, { advice: 'Try again.' });
    }
    if (mutexFile.runs) {
      const message = `${what}, in process ${mutexFile.holder?.pid} of this computer.`;
      return new ExpectedError('busy', message, { advice: 'Wait until it ends.' });
    }
    const seconds = Math.max(Math.round(mutexFile.silence / 1000), 0);
    const whose = mutexFile.holder
      ? 'on another computer or in another container'
      : `as ${place} says, which Ordinance did not write`;
    const message = `${what}, ${whose}. Its last sign of activity is ${seconds} seconds old.`;
    return new ExpectedError('busy', message, {
      advice: `Wait until it ends. Ordinance takes over after ${expiryMs / 1000} seconds without activity. If no process is at work, remove ${place}.`,
    });
  }

  #place(name: string): string {
    const file = createHash('sha256').update(name).digest('hex').slice(0, 24);
    return ownPlace(this.#store, 'mutexes', file);
  }
}

/** Gives signs of life by the disk clock, which all processes share. The returned function ends them. */
function beat(place: string): () => void {
  const ahead = statSync(place).mtimeMs - Date.now();
  const timer = setInterval(() => {
    const now = new Date(Date.now() + ahead);
    void utimes(place, now, now).catch(() => undefined);
  }, heartbeatMs);
  timer.unref();
  return () => clearInterval(timer);
}

function hasExpired({ runs, silence, text }: MutexFile): boolean {
  return runs === undefined ? silence > (text ? expiryMs : emptyMs) : !runs;
}

/** Removes an expired file. Returns true when the next process may try. */
async function removeExpired(place: string): Promise<boolean> {
  const mutexFile = await readMutexFile(place);
  if (!mutexFile) {
    return true;
  }
  if (!hasExpired(mutexFile)) {
    return false;
  }
  // Another process may have removed the expired file first and taken the mutex. Therefore the moved file is
  // checked again.
  const aside = `${place}.${randomBytes(6).toString('hex')}.tmp`;
  if ((await textOf(place)) !== mutexFile.text || !isMoved(place, aside)) {
    return false;
  }
  const isSame = (await textOf(aside)) === mutexFile.text;
  if (!isSame) {
    await link(aside, place).catch(() => undefined);
  }
  // A folder in place of the file may stay here, where it blocks no one.
  await rm(aside, { force: true }).catch(() => undefined);
  return isSame;
}

async function readMutexFile(place: string): Promise<MutexFile | undefined> {
  const text = await textOf(place);
  if (text === undefined) {
    return undefined;
  }
  const holder = holderOf(text);
  const runs = holder && isRunning(holder);
  return { text, holder, runs, silence: runs === undefined ? await silenceOf(place) : 0 };
}

function holderOf(text: string): ProcessIdentity | undefined {
  const [, place, pid, started] = /^2 ([0-9a-f]{24}) (\d{1,10}) (\d+|-) [0-9a-f]{16}$/.exec(text) ?? [];
  return place === undefined
    ? undefined
    : { place, pid: Number(pid), started: started === '-' ? '' : (started ?? '') };
}

/** Returns the silence by the disk clock, because the clock of another computer may be wrong. */
async function silenceOf(place: string): Promise<number> {
  const probe = `${place}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await (await open(probe, 'wx', 0o600)).close();
    const now = (await stat(probe)).mtimeMs;
    const silence = now - (await stat(place)).mtimeMs;
    if (silence < -aheadMs) {
      // The file ages like any other from here on.
      await utimes(place, new Date(now), new Date(now));
    }
    return silence;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return 0;
    }
    throw error;
  } finally {
    await rm(probe, { force: true });
  }
}

async function textOf(place: string): Promise<string | undefined> {
  try {
    return await readIfThere(place, MAX_BYTES);
  } catch (error) {
    if (isExpected(error) && error.code === 'too-large') {
      return 'a large file';
    }
    throw error;
  }
}

/** A process as another process can identify it. */
interface ProcessIdentity {
  /** Scope in which process numbers are unique: one start of one system, and one container. */
  readonly place: string;
  readonly pid: number;
  /** Start of the process, to distinguish a later process with the same number; empty when unknown. */
  readonly started: string;
}

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  return (own ??= { place: placeOfProcesses(), pid: process.pid, started: startOf(process.pid) ?? '' });
}

/**
 * Returns true when the process still runs. Undefined for a process of another container or computer, which
 * this process cannot check.
 */
export function isRunning({ place, pid, started }: ProcessIdentity): boolean | undefined {
  if (place !== thisProcess().place) {
    return undefined;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') {
      return false;
    }
  }
  const now = startOf(pid);
  return now === undefined || started === '' || now === started;
}

function placeOfProcesses(): string {
  const linux = [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
    () => readlinkSync('/proc/self/ns/pid'),
  ].map(attempt);
  const other = [process.platform, hostname(), ...addresses()];
  const parts = linux.every((part) => part !== undefined) ? linux : other;
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
}

/** Returns the addresses of the network cards, because two computers may share a name. */
function addresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return [...new Set(all.filter(({ internal }) => !internal).map(({ mac }) => mac))].sort();
}

function startOf(pid: number): string | undefined {
  // The program name in brackets may contain anything; the rest is numbers.
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function attempt(read: () => string): string | undefined {
  try {
    return read().trim();
  } catch {
    return undefined;
  }
}
