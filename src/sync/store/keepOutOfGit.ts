import path from 'node:path';
import { readIfThere, writeDurably } from './durableFile.ts';

/** Makes git ignore everything in the `.ordinance` folder, also its own ignore file. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const ignore = path.join(folder, '.gitignore');
  if ((await readIfThere(ignore)) === undefined) {
    await writeDurably(path.dirname(folder), ignore, '*\n');
  }
}
