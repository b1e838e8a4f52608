import { open, rm } from 'node:fs/promises';
import { errorCode } from '../../util/diskFailure.ts';

/**
 * Creates a file in an existing folder. Returns false, and changes nothing, when another program created the
 * file first. Leaves no empty file behind.
 */
export async function writeNewFile(file: string, text: string, mode?: number): Promise<boolean> {
  const handle = await open(file, 'wx', mode).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') {
      return undefined;
    }
    throw error;
  });
  if (!handle) {
    return false;
  }
  try {
    await handle.writeFile(text);
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
  return true;
}
