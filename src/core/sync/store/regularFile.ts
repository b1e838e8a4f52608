import { constants, lstatSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../util/diskFailure.ts';
import { ExpectedError } from '../../util/errors.ts';

/** Largest policy file, kept document or plan that is read. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** What the system makes up as it is read wants round numbers. */
const chunkBytes = 16 * 1024;

/**
 * The bytes of a file; undefined when there is none. Throws ExpectedError `not-a-file` for a pipe or a device, on which a
 * reader would wait for ever, and `too-large`: what counts is what is read, since files of the system that say they are
 * empty have no end.
 */
export async function readRegularFile(file: string, most = MAX_FILE_BYTES): Promise<Buffer | undefined> {
  try {
    return await withRegularFile(file, async (handle, size) => {
      if (size > most) {
        throw tooLarge(file, most);
      }
      return readUpTo(handle, file, size, most);
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/**
 * Opens a file for `read`; undefined where there is none. Throws as `readRegularFile`. What it is is asked at once: the system has the
 * answer in some microseconds, and its threads would take ten times as long to bring it, and longest that there is nothing.
 */
async function withRegularFile<T>(
  file: string,
  read: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T | undefined> {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (!there) {
    return undefined;
  }
  // Before it is opened: that alone does something to a device.
  checkOrdinary(file, there.isSymbolicLink() ? statSync(file) : there);
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    checkOrdinary(file, found);
    return await read(handle, found.size);
  } finally {
    await handle.close();
  }
}

/** The first `length` bytes of a file at most; undefined where there is none, or what is no ordinary file. */
export async function readBeginning(file: string, length: number): Promise<Buffer | undefined> {
  const unlessNone = (error: unknown): undefined => {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) {
      throw error;
    }
  };
  const found = await stat(file).catch(unlessNone);
  // It may go between the two.
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
    // More than it says it has: mostly this is all, and the next piece is empty.
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
      // As long as it said: what is made up as it is read says that it is empty, or is shorter.
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length);
    }
  }
}

function tooLarge(file: string, most: number): ExpectedError {
  const size = most < 1024 * 1024 ? `${most / 1024} KiB` : `${most / 1024 / 1024} MiB`;
  return new ExpectedError('too-large', `${file} is larger than ${size} and is not read.`);
}
