import { readFile, stat } from 'node:fs/promises';
import { errorCode } from '../../util/diskFailure.ts';
import { ExpectedError } from '../../util/errors.ts';

/** Largest policy file, kept document or plan that is read. */
export const mostFileBytes = 64 * 1024 * 1024;

/**
 * The bytes of a file; undefined when there is none. Throws ExpectedError `not-a-file` for a pipe or a device, on which a
 * reader would wait for ever, and `too-large`.
 */
export async function readRegularFile(file: string, most = mostFileBytes): Promise<Buffer | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory()) {
      throw new ExpectedError('not-a-file', `${file} is not an ordinary file.`);
    }
    if (found.size > most) {
      throw tooLarge(file, most);
    }
    return await readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function tooLarge(file: string, most: number): ExpectedError {
  const size = most < 1024 * 1024 ? `${most / 1024} KiB` : `${most / 1024 / 1024} MiB`;
  return new ExpectedError('too-large', `${file} is larger than ${size} and is not read.`);
}
