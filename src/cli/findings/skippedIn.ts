import path from 'node:path';
import { messageOf } from '../../core/util/errors.ts';
import {
  describeSkipped,
  goneKinds,
  kindsWithFile,
  noneSkipped,
  strayFiles,
} from '../remote/skippedPolicies.ts';
import type { Note } from './finding.ts';

/** Notes on policies without a file, and on files without a policy, in the folders of these lock files. */
export async function skippedIn(locks: readonly string[], folder: string): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (const lock of locks) {
    const policyFolder = path.dirname(path.resolve(folder, lock));
    const kinds = await kindsWithFile(policyFolder);
    const stray = await strayFiles(policyFolder, policyFolder, kinds);
    for (const [file, words] of describeSkipped({ ...noneSkipped, stray })) {
      notes.push({ about: path.join(path.dirname(lock), file), title: 'stray-file', message: `${words}.` });
    }
    const about = { about: lock, title: 'file-gone' };
    try {
      const gone = await goneKinds(policyFolder, policyFolder, kinds);
      for (const [policy, words] of describeSkipped({ ...noneSkipped, gone })) {
        notes.push({ ...about, message: `${policy}: ${words}.` });
      }
    } catch (error) {
      notes.push({ ...about, message: `Could not read the file: ${messageOf(error)}` });
    }
  }
  return notes;
}
