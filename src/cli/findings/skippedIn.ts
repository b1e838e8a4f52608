import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { fileNames } from '../../core/policy/policyFile.ts';
import { LockFile } from '../../core/sync/store/lockFile.ts';
import { errorCode } from '../../core/util/diskFailure.ts';
import { messageOf } from '../../core/util/errors.ts';
import { describeSkipped, noneSkipped, strayFiles } from '../remote/skippedPolicies.ts';
import type { Note } from './finding.ts';

/** Notes on policies without a file, and on files without a policy, in the folders of these lock files. */
export async function skippedIn(locks: readonly string[], folder: string): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (const lock of locks) {
    const policyFolder = path.dirname(path.resolve(folder, lock));
    const existing: PolicyKind[] = [];
    for (const kind of policyKinds) {
      if (await hasFile(policyFolder, kind)) {
        existing.push(kind);
      }
    }
    const stray = await strayFiles({ root: policyFolder, policyFolder }, existing);
    for (const [file, words] of describeSkipped({ ...noneSkipped, stray })) {
      notes.push({ about: path.join(path.dirname(lock), file), title: 'stray-file', message: `${words}.` });
    }
    try {
      const lines = await new LockFile(policyFolder, policyFolder).read();
      const gone = policyKinds.filter((kind) => lines.has(kind.name) && !existing.includes(kind));
      for (const [policy, words] of describeSkipped({ ...noneSkipped, gone })) {
        notes.push({ about: lock, title: 'file-gone', message: `${policy}: ${words}.` });
      }
    } catch (error) {
      notes.push({
        about: lock,
        title: 'file-gone',
        message: `Could not read the file: ${messageOf(error)}`,
      });
    }
  }
  return notes;
}

async function hasFile(folder: string, { family, target }: PolicyKind): Promise<boolean> {
  const files = fileNames(target).map((file) => path.join(folder, family, file));
  return (await Promise.all(files.map(mayExist))).includes(true);
}

/** True for a file that exists or cannot be checked. */
function mayExist(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? ''),
  );
}
