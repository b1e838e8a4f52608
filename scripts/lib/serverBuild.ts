import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from './cached.ts';
import { Failure } from './failure.ts';
import { npm, npmAnswer } from './npm.ts';
import { cacheFolder } from './paths.ts';

/**
 * The npm package with the compiled server and web workbench of VS Code. Version 4.x contains VS Code 1.x.
 */
const packageName = 'code-server';

/**
 * The versions of the package. The default is fixed, so that the same commit is tested with the same editor.
 */
const packageVersions = {
  /** The version of `engines.vscode`. */
  oldest: '4.105.1',
  default: '4.139.1',
};

/** Passes the choice to the programs that a run starts. */
const versionVariable = 'ORDINANCE_VSCODE_PACKAGE';

const packageVersion = (): string => process.env[versionVariable] ?? packageVersions.default;

/** The version of VS Code that is used. */
export const serverVersion = (): string => packageVersion().replace(/^4\./, '1.');

/** From now on, uses the oldest VS Code that Ordinance supports, or the newest that npm offers. */
export async function chooseBuild(name: string): Promise<void> {
  if (name !== 'oldest' && name !== 'newest') {
    throw new Failure(`--vscode takes oldest or newest, not ${name}`);
  }
  process.env[versionVariable] =
    name === 'oldest'
      ? packageVersions.oldest
      : await npmAnswer(['view', packageName, 'version'], `the newest version of ${packageName}`);
}

const quiet = ['--omit=dev', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];

export interface ServerBuild {
  /** The folder that contains `out/server-main.js`. */
  readonly folder: string;
  /** The Node that runs the server: the version that it requires, or the current one if it is the same. */
  readonly node: string;
}

/**
 * Returns the server build. The first call of a user installs it (about half a minute and 600 MB), without
 * its install scripts.
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

/**
 * True when the address of a window can add to the environment of its extension host. Older builds ignore it.
 */
export async function acceptsEnvironment({ folder }: ServerBuild): Promise<boolean> {
  const workbench = await readFile(join(folder, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
  return workbench.includes('case"extensionEnvironment"');
}

async function nodeFor(build: string, root: string): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(build, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const required = /\d+/.exec(engines.node)?.[0];
  if (required === undefined || process.versions.node.startsWith(`${required}.`)) {
    return process.execPath;
  }
  const name = `node-${required}-${process.platform}-${process.arch}`;
  const folder = await cachedFolder(root, name, async (draft) => {
    await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
    await npm(draft, ['install', ...quiet, `node@${required}`], `Node ${required}`);
  });
  return join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
