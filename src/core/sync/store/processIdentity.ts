import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { errorCode } from '../../util/diskFailure.ts';

/** A process as another one can look for it. */
export interface ProcessIdentity {
  /** Where numbers of processes mean the same: one start of one system, and there one container. */
  readonly place: string;
  readonly pid: number;
  /** Tells it from a later process with the same number; empty where the system does not say. */
  readonly started: string;
}

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  return (own ??= { place: placeOfProcesses(), pid: process.pid, started: startOf(process.pid) ?? '' });
}

/**
 * Whether a process still runs. Undefined when that cannot be told from here: a number that nobody has says nothing about a
 * process of another container or computer.
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

/** Of the network cards: two computers may have one name. */
function addresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return [...new Set(all.filter(({ internal }) => !internal).map(({ mac }) => mac))].sort();
}

function startOf(pid: number): string | undefined {
  // The name of the program, in brackets, may hold anything; what follows is numbers.
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
