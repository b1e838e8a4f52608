import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { context } from 'esbuild';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { Failure, runScript } from './lib/failure.ts';
import { bundledPackages, writeNotices } from './lib/notices.ts';
import { projectRoot } from './lib/paths.ts';
import { startProcess } from './lib/processes.ts';
import { writeWhenNew } from './lib/writeWhenNew.ts';

const dist = join(projectRoot, 'dist');

const common: BuildOptions = {
  absWorkingDir: projectRoot,
  outdir: 'dist',
  bundle: true,
  // scripts/lib/notices.ts writes the licenses into a file of their own.
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
};

/** The scripts of webviews run in the editor's browser. The style of a page is built beside its script. */
const pages: BuildOptions = {
  ...common,
  entryPoints: {
    tablePage: 'src/vscode/table/page/main.ts',
    picturePage: 'src/vscode/order/picture/page/main.ts',
    posturePage: 'src/vscode/posture/pages/script/main.ts',
  },
  platform: 'browser',
  target: 'chrome138',
  format: 'iife',
  mainFields: ['module'],
};

/**
 * The programs that Node loads. They share chunks. Each `import()` in the sources begins a chunk that loads
 * when it is called.
 */
export const programs: BuildOptions = {
  ...common,
  entryPoints: { extension: 'src/extension.ts', commandLine: 'src/cli/main.ts' },
  platform: 'node',
  // The Node of the oldest VS Code that Ordinance supports.
  target: 'node22.19',
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  external: ['vscode'],
  // The `main` of some libraries requires its parts at run time, which no bundler can follow.
  mainFields: ['module', 'main'],
  // The build of `yaml` for bundlers. The other build wraps each module in a function, which V8 reads twice.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  // The switch of undici for bundles. It omits a parser that undici only tries out.
  define: { esbuildDetection: '1' },
  // undici is CommonJS and requires modules of Node.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
};

/** The first file of the command line, which every Node can read. */
export const commandLineStart = 'ordinance.cjs';

/** All bundles of the product. */
export function bundles(development: boolean): BuildOptions[] {
  return [pages, programs].map((bundle) => ({
    ...bundle,
    minify: !development,
    sourcemap: development ? 'linked' : false,
  }));
}

/** Libraries that write parts of themselves into generated code. */
export const generators = ['ajv'];

/**
 * Builds once, or with `watch` until the process ends. Then it prints the marks that the editor's tasks look
 * for.
 */
export async function build(options: { development: boolean; watch?: boolean }): Promise<void> {
  const generate = startProcess(process.execPath, [join(projectRoot, 'scripts/generate.ts')], {
    onLine: console.log,
  });
  if ((await generate.ended) !== 0) {
    throw new Failure('scripts/generate.ts failed');
  }
  const metafiles: Metafile[] = [];
  for (const bundle of bundles(options.development)) {
    const work = await context({ ...bundle, plugins: [writeOutputs, ...(options.watch ? [marks] : [])] });
    if (options.watch) {
      await work.watch();
    } else {
      try {
        const { metafile } = await work.rebuild();
        metafiles.push(...(metafile ? [metafile] : []));
      } catch {
        throw new Failure('a bundle does not build');
      } finally {
        await work.dispose();
      }
    }
  }
  // With `watch`, nothing may be written yet.
  await mkdir(dist, { recursive: true });
  await copyFile(join(projectRoot, 'src/cli', commandLineStart), join(dist, commandLineStart));
  await chmod(join(dist, commandLineStart), 0o755);
  if (!options.watch) {
    await removeOldChunks(metafiles);
    await writeNotices(projectRoot, await bundledPackages(projectRoot, metafiles, generators));
  }
}

/** Writes each file in one step, because a window may be loading it. */
const writeOutputs: Plugin = {
  name: 'write-outputs',
  setup(work) {
    work.onEnd(async ({ outputFiles = [] }) => {
      for (const { path, contents } of outputFiles) {
        await writeWhenNew(path, contents);
      }
    });
  },
};

/** The name of a chunk contains the hash of its content, so each change leaves an old chunk. */
async function removeOldChunks(metafiles: readonly Metafile[]): Promise<void> {
  const current = new Set(metafiles.flatMap(({ outputs }) => Object.keys(outputs)));
  for (const name of await readdir(dist)) {
    if (/\.[cm]?js(?:\.map)?$/.test(name) && name !== commandLineStart && !current.has(`dist/${name}`)) {
      await rm(join(dist, name));
    }
  }
}

const marks: Plugin = {
  name: 'marks',
  setup(work) {
    work.onStart(() => console.log('[watch] build started'));
    work.onEnd((result) => {
      for (const { text, location } of result.errors) {
        console.error(`${location?.file}:${location?.line}:${location?.column}: error: ${text}`);
      }
      console.log('[watch] build finished');
    });
  },
};

if (import.meta.main) {
  const flags = new Set(process.argv.slice(2));
  await runScript(() =>
    build({ development: flags.has('--dev') || flags.has('--watch'), watch: flags.has('--watch') }),
  );
}
