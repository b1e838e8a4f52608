import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { errorCode } from '../../util/diskFailure.ts';

/** A process as another process can identify it. */
export interface ProcessIdentity {
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
