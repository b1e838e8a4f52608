import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { policyKinds } from '../../core/policy/families.ts';
import { fileNames } from '../../core/policy/policyFile.ts';
import { LockFile } from '../../core/sync/store/lockFile.ts';
import { errorCode } from '../../core/util/diskFailure.ts';
import { messageOf } from '../../core/util/errors.ts';
import { goneWords } from '../remote/arguments.ts';
import type { Note } from './finding.ts';

/** Policies of which only the line of a lock file is left: nobody looks after them any more, and no file says so. */
export async function goneFiles(locks: readonly string[], folder: string): Promise<readonly Note[]> {
  const notes: Note[] = [];
  const note = (about: string, message: string): unknown =>
    notes.push({ about, title: 'file-gone', message });
  for (const lock of locks) {
    const own = path.dirname(path.resolve(folder, lock));
    try {
      const lines = await new LockFile(own, own).read();
      for (const { name, family, target } of policyKinds.filter((kind) => lines.has(kind.name))) {
        const files = fileNames(target).map((file) => path.join(own, family, file));
        if (!(await Promise.all(files.map(isThere))).includes(true)) {
          note(lock, `${name}: ${goneWords(name)}.`);
        }
      }
    } catch (error) {
      note(lock, `Its lines were not looked at: ${messageOf(error)}`);
    }
  }
  return notes;
}

/** What cannot be looked at may be there. */
function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? ''),
  );
}
