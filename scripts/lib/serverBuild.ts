import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from './cached.ts';
import { Failure } from './failure.ts';
import { npm, npmAnswer } from './npm.ts';
import { cacheFolder } from './paths.ts';

/** The npm package that carries the compiled server and web workbench of VS Code: version 4.x holds VS Code 1.x. */
const packageName = 'code-server';

/** Which of its versions: the usual one is fixed, so that the same commit is tested with the same editor. */
const packageVersions = {
  /** That of `engines.vscode`. */
  oldest: '4.105.1',
  usual: '4.139.1',
};

/** Says the choice to the programs that a run starts. */
const choice = 'ORDINANCE_VSCODE_PACKAGE';

const packageVersion = (): string => process.env[choice] ?? packageVersions.usual;

/** The version of VS Code that is used. */
export const serverVersion = (): string => packageVersion().replace(/^4\./, '1.');

/** Uses the oldest VS Code that Ordinance is for, or the newest that npm offers, from here on. */
export async function chooseBuild(name: string): Promise<void> {
  if (name !== 'oldest' && name !== 'newest') {
    throw new Failure(`--vscode takes oldest or newest, not ${name}`);
  }
  process.env[choice] =
    name === 'oldest'
      ? packageVersions.oldest
      : await npmAnswer(['view', packageName, 'version'], `the newest version of ${packageName}`);
}

const quiet = ['--omit=dev', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];

export interface ServerBuild {
  /** `out/server-main.js` is in it. */
  readonly folder: string;
  /** The Node that it runs on: the one it asks for, or ours where that is the same. */
  readonly node: string;
}

/**
 * The first call of a user installs it, about half a minute and 600 MB, without running any install script of it; later calls
 * find it.
 */
export async function serverBuild(say: (line: string) => void, root = cacheFolder()): Promise<ServerBuild> {
  const version = packageVersion();
  const name = `vscode-server-${version}-${process.platform}-${process.arch}`;
  const inside = join('node_modules', packageName, 'lib', 'vscode');
  const folder = await cachedFolder(root, name, async (draft) => {
    say(`fetching the server build of VS Code ${serverVersion()} (once, about 600 MB) into ${root}`);
    await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
    await npm(
      draft,
      ['install', '--ignore-scripts', ...quiet, `${packageName}@${version}`],
      `VS Code ${serverVersion()}`,
    );
    // Older builds name one library by its place in a repository, which a registry does not have.
    await npm(join(draft, inside), ['pkg', 'set', 'dependencies.@parcel/watcher=^2.5.1'], 'its libraries');
    await npm(
      join(draft, inside),
      ['install', '--ignore-scripts', ...quiet],
      `the libraries of VS Code ${serverVersion()}`,
    );
  });
  return {
    folder: join(folder, inside),
    node: await nodeFor(join(folder, 'node_modules', packageName), root),
  };
}

/** Whether the address of a window can say what is added to the environment of its extension host: older builds pass it by. */
export async function takesEnvironment({ folder }: ServerBuild): Promise<boolean> {
  const workbench = await readFile(join(folder, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
  return workbench.includes('case"extensionEnvironment"');
}

async function nodeFor(build: string, root: string): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(build, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const wanted = /\d+/.exec(engines.node)?.[0];
  if (wanted === undefined || process.versions.node.startsWith(`${wanted}.`)) {
    return process.execPath;
  }
  const name = `node-${wanted}-${process.platform}-${process.arch}`;
  const folder = await cachedFolder(root, name, async (draft) => {
    await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
    await npm(draft, ['install', ...quiet, `node@${wanted}`], `Node ${wanted}`);
  });
  return join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
