import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** More than all that lies there at a time. */
const enough = 512 * 1024 * 1024;

let found: string | undefined;

/**
 * Where the files of a test go that is about the console: in memory, if the system has a place there from which programs run.
 * That they reach a disk is waited for again and again, and is what the tests of the disk and of crashes are about.
 */
export function quickFolder(): string {
  return (found ??= isRoomy() ? inMemory : tmpdir());
}

function isRoomy(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const mount = mounts.findLast((line) => line.split(' ')[1] === inMemory);
    const { bavail, bsize } = statfsSync(inMemory);
    return mount !== undefined && !/[ ,]noexec[ ,]/.test(mount) && bavail * bsize > enough;
  } catch {
    return false;
  }
}
