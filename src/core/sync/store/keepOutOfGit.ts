import { stat } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from './durableFile.ts';
import { ownPlace } from './ownPlace.ts';

/** Makes git ignore everything in the `.ordinance` folder, also its own ignore file. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const ignore = await ownPlace(folder, '.gitignore');
  const found = await stat(ignore).catch(() => undefined);
  if (!found?.isFile()) {
    await writeDurably(path.dirname(folder), ignore, '*\n');
  }
}
