import { constants, lstatSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../util/diskFailure.ts';
import { ExpectedError } from '../../util/errors.ts';

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
export async function readRegularFile(file: string, most = MAX_FILE_BYTES): Promise<Buffer | undefined> {
  try {
    const there = lstatSync(file, { throwIfNoEntry: false });
    if (!there) {
      return undefined;
    }
    // The check comes first, because opening alone may trigger a device.
    checkOrdinary(file, there.isSymbolicLink() ? statSync(file) : there);
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      checkOrdinary(file, found);
      if (found.size > most) {
        throw tooLarge(file, most);
      }
      return await readUpTo(handle, file, found.size, most);
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
  const found = await stat(file).catch(unlessNone);
  // The file may disappear between the two calls.
  const handle = found?.isFile()
    ? await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(unlessNone)
    : undefined;
  if (!found || !handle) {
    return undefined;
  }
  try {
    const part = Buffer.alloc(Math.min(length, Math.max(found.size, chunkBytes)));
    let read = 0;
    while (read < part.length) {
      const { bytesRead } = await handle.read(part, read, part.length - read, null);
      if (bytesRead === 0) {
        break;
      }
      read += bytesRead;
    }
    return part.subarray(0, read);
  } finally {
    await handle.close();
  }
}

/** Throws ExpectedError `not-a-file` for a pipe or a device. */
function checkOrdinary(file: string, found: Stats): void {
  if (!found.isFile() && !found.isDirectory()) {
    throw new ExpectedError('not-a-file', `${file} is not an ordinary file.`);
  }
}

async function readUpTo(handle: FileHandle, file: string, size: number, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    // The buffer is larger than the stated size, so that one read mostly suffices.
    const room = Math.ceil((Math.max(size - length, 0) + 1) / chunkBytes) * chunkBytes;
    const part = Buffer.allocUnsafe(room);
    const { bytesRead } = await handle.read(part, 0, room, null);
    if (bytesRead === 0) {
      const [only] = parts;
      return only && parts.length === 1 ? only : Buffer.concat(parts, length);
    }
    length += bytesRead;
    if (length > most) {
      throw tooLarge(file, most);
    }
    parts.push(part.subarray(0, bytesRead));
    if (length === size) {
      // The read ends at the stated size. A generated file claims to be empty or has another length.
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length);
    }
  }
}

function tooLarge(file: string, most: number): ExpectedError {
  const size = most < 1024 * 1024 ? `${most / 1024} KiB` : `${most / 1024 / 1024} MiB`;
  return new ExpectedError('too-large', `${file} is larger than ${size} and is not read.`);
}
