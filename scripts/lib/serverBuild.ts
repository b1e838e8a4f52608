import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from './cached.ts';
import { npm } from './npm.ts';
import { cacheFolder } from './paths.ts';

/** The npm package that carries the compiled server and web workbench of VS Code, and the VS Code inside it. */
const packageName = 'code-server';
const packageVersion = '4.139.1';
export const serverVersion = '1.139.1';

const quiet = [
  '--omit=dev',
  '--ignore-scripts',
  '--no-package-lock',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/**
 * The folder of the server build (`out/server-main.js` is in it). The first call of a user installs it, about half a
 * minute and 600 MB, without running any install script; later calls find it.
 */
export async function serverBuild(say: (line: string) => void, root = cacheFolder()): Promise<string> {
  const name = `vscode-server-${packageVersion}-${process.platform}-${process.arch}`;
  const inside = join('node_modules', packageName, 'lib', 'vscode');
  const folder = await cachedFolder(root, name, async (draft) => {
    say(`fetching the server build of VS Code ${serverVersion} (once, about 600 MB) into ${root}`);
    await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
    await npm(draft, ['install', ...quiet, `${packageName}@${packageVersion}`], `VS Code ${serverVersion}`);
    await npm(join(draft, inside), ['install', ...quiet], `the libraries of VS Code ${serverVersion}`);
  });
  return join(folder, inside);
}
