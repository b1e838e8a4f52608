import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { bindLate } from './bindLate.ts';
import { temporaryFolder } from './cleanup.ts';
import { projectRoot } from './paths.ts';

/** What VS Code loads: all of the editor's half that starting runs. */
export const startPart = 'extension.cjs';
const entry = 'src/extension.ts';

/** What features share, and starting does not need, is in one file. */
const shared = ['connection', 'platform', 'table', 'targets', 'workspace'];

/**
 * The file of `dist` that holds each source file of the editor's half, by its place in the project. What starting runs is in the
 * first, and the rest of each feature in a file of its own. Nobody lists what starting runs: it is started, each source file by
 * itself, in a folder with an `ordinance.yaml`, and what it asks for is looked at. What is not foreseen so is loaded when it is used.
 */
export async function editorParts(): Promise<ReadonlyMap<string, string>> {
  const folder = await temporaryFolder('start');
  try {
    const asks = await writeEach(folder.path);
    const run = await startOver(folder.path);
    const parts = new Map<string, string>();
    for (const source of reached(asks)) {
      const isAtStart = source === entry || run.has(`./${fileOf(source)}`);
      parts.set(source, isAtStart ? startPart : latePart(source));
    }
    return parts;
  } finally {
    await folder.dispose();
  }
}

/** What starting asks for, as it is written there. */
async function startOver(folder: string): Promise<ReadonlySet<string>> {
  await writeFile(
    join(folder, 'ordinance.yaml'),
    'consoles:\n  one:\n    url: https://console.example.com\n',
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'startOver.ts'), join(folder, fileOf(entry)), folder],
    // Libraries are not bundled here.
    { env: { ...process.env, NODE_PATH: join(projectRoot, 'node_modules') } },
  );
  return new Set(JSON.parse(stdout) as string[]);
}

function latePart(source: string): string {
  const feature = /^src\/vscode\/(\w+)\//.exec(source)?.[1] ?? '';
  if (feature === '') {
    return startPart;
  }
  const name = shared.includes(feature) ? 'shared' : feature;
  return `editor${name[0]?.toUpperCase()}${name.slice(1)}.cjs`;
}

/** All of the editor's half that can ever run there, in the order of their names; rooms that it stands on are in files of theirs. */
function reached(asks: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set([entry]);
  for (const source of found) {
    const asked = asks.get(source)?.filter((one) => !/^src\/(?:core|sandbox|cli)\//.test(one));
    asked?.forEach((one) => found.add(one));
  }
  return [...found].toSorted();
}

/** Writes each source file as a module of its own, that asks for others as a bundle does; answers what each may ask for. */
async function writeEach(folder: string): Promise<Map<string, readonly string[]>> {
  const sources = globSync('src/**/*.{ts,js}', { cwd: projectRoot }).map(plain);
  const names = new Map(sources.map((source) => [`./${fileOf(source)}`, source]));
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: sources.filter((source) => !source.endsWith('.d.ts')),
    outdir: folder,
    outbase: projectRoot,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    supported: { 'dynamic-import': false },
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [each],
  });
  const asks = new Map<string, readonly string[]>();
  for (const { entryPoint, imports } of Object.values(metafile.outputs)) {
    asks.set(
      entryPoint ?? '',
      imports.flatMap(({ path }) => names.get(path) ?? []),
    );
  }
  await Promise.all(
    outputFiles.map(({ path, text }) => {
      const source = plain(relative(folder, path)).replace(/\.js$/, '');
      return writeFile(join(folder, `${source.replaceAll('/', '__')}.cjs`), bindLate(text));
    }),
  );
  return asks;
}

const each: Plugin = {
  name: 'each',
  setup(work) {
    work.onResolve({ filter: /^\..*\.[jt]s$/ }, ({ path, resolveDir, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: `./${fileOf(plain(relative(projectRoot, join(resolveDir, path))))}`, external: true },
    );
  },
};

function fileOf(source: string): string {
  return `${source.replace(/\.[jt]s$/, '').replaceAll('/', '__')}.cjs`;
}

function plain(path: string): string {
  return path.split(sep).join('/');
}
