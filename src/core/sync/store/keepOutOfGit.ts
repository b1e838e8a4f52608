import { statSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from './durableFile.ts';
import { ownPlace } from './ownPlace.ts';

/** Makes git ignore everything in the `.ordinance` folder, also its own ignore file. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const ignore = await ownPlace(folder, '.gitignore');
  if (!isFile(ignore)) {
    await writeDurably(path.dirname(folder), ignore, '*\n');
  }
}

/** At once: it is asked before each file that is written, and mostly is. */
function isFile(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
