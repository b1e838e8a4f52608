import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './build.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';

/**
 * Builds for production and packs what `.vscodeignore` allows.
 *
 * @param folder the folder of the package
 * @returns its path
 */
export async function packExtension(folder: string): Promise<string> {
  await build({ development: false });
  return packBuiltExtension(folder);
}

/** Packs the content of `dist`. */
export async function packBuiltExtension(folder: string): Promise<string> {
  const { name, version, repository } = JSON.parse(
    await readFile(join(projectRoot, 'package.json'), 'utf8'),
  ) as { name: string; version: string; repository?: unknown };
  const path = join(folder, `${name}-${version}.vsix`);
  try {
    await createVSIX({
      cwd: projectRoot,
      packagePath: path,
      dependencies: false,
      allowMissingRepository: true,
      // Without a repository, links have no address. The files that they lead to are in the package.
      rewriteRelativeLinks: repository !== undefined,
    });
  } catch (error) {
    throw new Failure(`could not pack the extension: ${firstLine(error)}`);
  }
  return path;
}

if (import.meta.main) {
  await runScript(async () => {
    const path = await packExtension(projectRoot);
    console.log(`${path} (${Math.ceil((await stat(path)).size / 1024)} KB)`);
  });
}
