import path from 'node:path';
import { readIfThere, writeDurably } from './durableFile.ts';
import { ownPlace } from './ownPlace.ts';

/** Makes git ignore everything in the `.ordinance` folder, also its own ignore file. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const ignore = await ownPlace(folder, '.gitignore');
  if ((await readIfThere(ignore)) === undefined) {
    await writeDurably(path.dirname(folder), ignore, '*\n');
  }
}
