import { statSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from './durableFile.ts';
import { ownPlace } from './insideWorkspace.ts';

/** Makes git ignore everything in the `.ordinance` folder, also its own ignore file. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const ignore = await ownPlace(folder, '.gitignore');
  if (!isFile(ignore)) {
    await writeDurably(path.dirname(folder), ignore, '*\n');
  }
}

/** The synchronous check is fast; it runs before each write, and the file mostly exists. */
function isFile(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
