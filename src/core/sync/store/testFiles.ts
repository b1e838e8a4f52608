import path from 'node:path';
import { MAX_TEST_FILE_BYTES, testSpellingOf } from '../../policy/policyFile.ts';
import { ExpectedError, throwIfCanceled } from '../../util/errors.ts';
import { listed, readUtf8IfThere } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

const MAX_FILES = 1000;
const MAX_FOLDERS = 5000;

/**
 * Returns the test files below a folder, sorted, without links and hidden folders. Empty without the folder.
 * Throws ExpectedError for too many files or folders.
 */
export async function testFilesBelow(folder: string, signal?: AbortSignal): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [folder];
  for (let looked = 0; waiting.length > 0; looked++) {
    throwIfCanceled(signal);
    const place = waiting.pop() ?? '';
    if (looked >= MAX_FOLDERS || files.length > MAX_FILES) {
      throw new ExpectedError('too-many', `There are too many files or folders below ${folder}.`, {
        advice: 'Name the files of tests.',
      });
    }
    for (const entry of await listed(place)) {
      const full = path.join(place, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') {
        waiting.push(full);
      } else if (entry.isFile() && testSpellingOf(entry.name)) {
        files.push(full);
      }
    }
  }
  return files.toSorted();
}

/** Throws ExpectedError for a file that leads out of `root`, and for a too large file. */
export async function readTestText(root: string, file: string): Promise<string> {
  const text = await readUtf8IfThere(insideWorkspace(root, file), 2 * MAX_TEST_FILE_BYTES);
  if (text === undefined) {
    throw new ExpectedError('no-file', `There is no ${file}.`);
  }
  return text.replace(/^\uFEFF/, '');
}
