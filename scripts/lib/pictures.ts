import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { projectRoot } from './paths.ts';

/** Where the pictures of the pages are, from the root. */
export const pictureFolder = 'docs/images';

/** Pages that people read. */
async function pages(): Promise<string[]> {
  const inFolder = async (folder: string): Promise<string[]> =>
    (await readdir(join(projectRoot, folder)))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  return (await Promise.all(['.', 'docs'].map(inFolder))).flat();
}

/** Paths, from the root, of the pictures that pages show or lead to. */
export async function picturesShown(): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  for (const page of await pages()) {
    const text = await readFile(join(projectRoot, page), 'utf8');
    for (const [, path = ''] of text.matchAll(/\]\(([^)\s]+\.png)\)/g)) {
      if (!/^\w+:/.test(path)) {
        shown.add(normalize(join(dirname(page), path)));
      }
    }
  }
  return shown;
}
