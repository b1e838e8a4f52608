import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { diskFailure, errorCode } from '../../util/diskFailure.ts';

/**
 * Ordinance writes a file under this name first, and then renames it. A killed process leaves the draft
 * behind.
 */
export function draftOf(place: string): string {
  return `${place}.${randomBytes(6).toString('hex')}.tmp`;
}

/** Removes old drafts in a folder, of files whose name `isOurs` accepts. */
export async function removeDrafts(
  folder: string,
  olderThan: number,
  isOurs: (name: string) => boolean,
): Promise<void> {
  for (const entry of await listed(folder)) {
    const name = /^(.+)\.[0-9a-f]{12}\.tmp$/.exec(entry.name)?.[1];
    const file = path.join(folder, entry.name);
    if (entry.isFile() && name !== undefined && isOurs(name) && (await isOlder(file, olderThan))) {
      await rm(file, { force: true });
    }
  }
}

export async function isOlder(file: string, than: number): Promise<boolean> {
  try {
    return (await lstat(file)).mtimeMs < than;
  } catch {
    return false;
  }
}

/**
 * Lists a folder; empty without a folder. Throws for an unreadable folder, because it may refer to files that
 * must stay.
 */
export async function listed(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      return [];
    }
    throw diskFailure(error, folder, 'read');
  }
}
