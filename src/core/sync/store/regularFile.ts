import { constants, lstatSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { errorCode, ExpectedError } from '../../util/errors.ts';

/** Largest policy file, kept document or plan that is read. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Size of a read in bytes; generated system files need round numbers. */
const chunkBytes = 16 * 1024;

/**
 * Returns the bytes of a file; undefined without a file. Throws ExpectedError `not-a-file` for a pipe or
 * device, where a reader would wait forever. Throws `too-large` by the bytes read, because generated system
 * files claim to be empty and have no end. The synchronous check takes microseconds; the thread pool would
 * take ten times as long.
 */
export async function readRegularFile(file: string, limit = MAX_FILE_BYTES): Promise<Buffer | undefined> {
  try {
    const there = lstatSync(file, { throwIfNoEntry: false });
    if (!there) {
      return undefined;
    }
    // The check comes first, because opening alone may trigger a device.
    checkOrdinary(file, there.isSymbolicLink() ? statSync(file) : there);
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const opened = await handle.stat();
      checkOrdinary(file, opened);
      const bytes = opened.size > limit ? undefined : await readUpTo(handle, opened.size, limit + 1);
      if (!bytes || bytes.length > limit) {
        throw tooLarge(file, limit);
      }
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Returns the first `length` bytes of a file at most; undefined without an ordinary file. */
export async function readBeginning(file: string, length: number): Promise<Buffer | undefined> {
  const unlessNone = (error: unknown): undefined => {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) {
      throw error;
    }
  };
  const stats = await stat(file).catch(unlessNone);
  // The file may disappear between the two calls.
  const handle = stats?.isFile()
    ? await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(unlessNone)
    : undefined;
  if (!stats || !handle) {
    return undefined;
  }
  try {
    return await readUpTo(handle, stats.size, length);
  } finally {
    await handle.close();
  }
}

/** Throws ExpectedError `not-a-file` for a pipe or a device. */
function checkOrdinary(file: string, stats: Stats): void {
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new ExpectedError('not-a-file', `${file} is not an ordinary file.`);
  }
}

/**
 * Returns the first `limit` bytes at most. One read mostly suffices, because the buffer is larger than the
 * `stated` size, if the limit allows it. A generated file claims to be empty or has another length.
 */
async function readUpTo(handle: FileHandle, stated: number, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < limit) {
    const rest = Math.min(Math.max(stated - length, 0) + 1, limit - length);
    const room = Math.ceil(rest / chunkBytes) * chunkBytes;
    const part = Buffer.allocUnsafe(room);
    const { bytesRead } = await handle.read(part, 0, room, null);
    length += bytesRead;
    parts.push(part.subarray(0, bytesRead));
    if (bytesRead === 0 || length === stated) {
      break;
    }
  }
  const [only] = parts;
  return (only && parts.length === 1 ? only : Buffer.concat(parts, length)).subarray(0, limit);
}

function tooLarge(file: string, limit: number): ExpectedError {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KiB` : `${limit / 1024 / 1024} MiB`;
  return new ExpectedError('too-large', `${file} is larger than ${size} and is not read.`);
}
