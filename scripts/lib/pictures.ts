import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { projectRoot } from './paths.ts';

/** The folder with the pictures of the pages, relative to the root. */
export const pictureFolder = 'docs/images';

/** Pages that people read. */
async function pages(): Promise<string[]> {
  const inFolder = async (folder: string): Promise<string[]> =>
    (await readdir(join(projectRoot, folder)))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  return (await Promise.all(['.', 'docs'].map(inFolder))).flat();
}

/** The paths, relative to the root, of the pictures that pages show or link to. */
export async function picturesInPages(): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const page of await pages()) {
    const text = await readFile(join(projectRoot, page), 'utf8');
    for (const [, path = ''] of text.matchAll(/\]\(([^)\s]+\.png)\)/g)) {
      if (!/^\w+:/.test(path)) {
        paths.add(normalize(join(dirname(page), path)));
      }
    }
  }
  return paths;
}
