import type { FileHandle } from 'node:fs/promises';
import { diskFailure, errorCode } from '../../util/diskFailure.ts';
import { longestPart, textParts } from '../../util/textParts.ts';
import { withRegularFile } from './regularFile.ts';

/**
 * Whether a file says exactly this text, in UTF-8; false where there is none. It is read piece by piece into the same place: most of
 * what it takes to read a large file anew is the memory for it. Throws as reading it does, but for its size.
 */
export async function fileSays(file: string, text: string): Promise<boolean> {
  try {
    // No character is written in fewer bytes than it has units.
    const says = await withRegularFile(
      file,
      async (handle, size) => size >= text.length && handleSays(handle, text),
    );
    return says === true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return false;
    }
    throw diskFailure(error, file, 'read');
  }
}

async function handleSays(handle: FileHandle, text: string): Promise<boolean> {
  const most = 3 * Math.min(longestPart, text.length);
  const wanted = Buffer.allocUnsafeSlow(most);
  const found = Buffer.allocUnsafeSlow(most + 1);
  for (const part of textParts(text)) {
    const length = wanted.write(part);
    if (
      (await readFully(handle, found, length)) !== length ||
      wanted.compare(found, 0, length, 0, length) !== 0
    ) {
      return false;
    }
  }
  return (await readFully(handle, found, 1)) === 0;
}

/** How much was read: less only at the end. */
async function readFully(handle: FileHandle, into: Buffer, length: number): Promise<number> {
  let at = 0;
  while (at < length) {
    const { bytesRead } = await handle.read(into, at, length - at, null);
    if (bytesRead === 0) {
      break;
    }
    at += bytesRead;
  }
  return at;
}
