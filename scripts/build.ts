import { join } from 'node:path';
import { context } from 'esbuild';
import type { BuildOptions, Metafile } from 'esbuild';
import { Failure, runScript } from './lib/failure.ts';
import { editorParts } from './lib/editorParts.ts';
import { allOf, coreParts, everythingOf, lateParts, leaveParts } from './lib/lateParts.ts';
import { bundledPackages, writeNotices } from './lib/notices.ts';
import { oneEditor } from './lib/oneEditor.ts';
import { writeOneFile } from './lib/oneFile.ts';
import { oneParser } from './lib/oneParser.ts';
import { projectRoot } from './lib/paths.ts';
import { startProcess } from './lib/processes.ts';
import { writeOutputs } from './lib/writeOutputs.ts';

const common: BuildOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  // The Node that the oldest VS Code brings along that Ordinance is for.
  target: 'node22.19',
  external: ['vscode'],
  // Some libraries' `main` is a wrapper that asks for its parts at run time, which no bundler can follow.
  mainFields: ['module', 'main'],
  // Licences are in a file of their own, whole: scripts/lib/notices.ts.
  legalComments: 'none',
  metafile: true,
  // undici's own switch for bundles: without the parser that it only tries out.
  define: { esbuildDetection: '1' },
  logLevel: 'warning',
};

/** Scripts of webviews run in the editor's browser; the style of a page comes out beside its script. */
const page: BuildOptions = {
  platform: 'browser',
  target: 'chrome138',
  format: 'iife',
  mainFields: ['module'],
};

/** Options of every bundle of the product: the extension, its pages, the command line, and what both of them load late. */
export async function bundles(development: boolean): Promise<BuildOptions[]> {
  const sourcemap = development ? 'linked' : false;
  const pages = {
    tablePage: 'src/vscode/table/page/main.ts',
    picturePage: 'src/vscode/order/picture/page/main.ts',
    posturePage: 'src/vscode/posture/pages/script/main.ts',
  };
  const editor = await editorParts();
  const held = Map.groupBy(editor, ([, file]) => file);
  return [
    ...Object.entries(pages).map(([name, entry]): BuildOptions => ({
      ...common,
      ...page,
      sourcemap,
      minify: !development,
      entryPoints: [entry],
      outfile: `dist/${name}.js`,
    })),
    ...[...held].map(([file, sources]): BuildOptions => ({
      ...program(file, sourcemap, editor),
      stdin: { contents: allOf(sources.map(([source]) => source)), resolveDir: projectRoot },
    })),
    ...Object.entries({ 'cli.cjs': 'src/cli/main.ts', ...lateParts }).map(([file, entry]): BuildOptions => ({
      ...program(file, sourcemap),
      entryPoints: [entry],
      // Of its two builds of the same sources the library's one for bundlers: in the other one each of its modules is a function, which
      // is looked through twice before it runs.
      ...(entry === 'yaml' ? { platform: 'neutral' } : {}),
    })),
    ...Object.keys(coreParts).map((file): BuildOptions => ({
      ...program(file, sourcemap),
      stdin: { contents: everythingOf(file), resolveDir: projectRoot },
    })),
  ];
}

/** What Node loads. `writeOutputs` makes it small: until then the names in it tell what it asks for. */
function program(
  file: string,
  sourcemap: 'linked' | false,
  editor?: ReadonlyMap<string, string>,
): BuildOptions {
  return {
    ...common,
    sourcemap,
    outfile: `dist/${file}`,
    format: 'cjs',
    // They ask for each other by `require`, also where the source says `import()`.
    supported: { 'dynamic-import': false },
    plugins: [leaveParts(file, editor), oneEditor, oneParser],
  };
}

/** They make code of which parts are their own. */
export const generators = ['ajv'];

/** Builds once, or with `watch` until the process ends, printing the marks that the editor's tasks look for. */
export async function build(options: { development: boolean; watch?: boolean }): Promise<void> {
  const generate = startProcess(process.execPath, [join(projectRoot, 'scripts/generate.ts')], {
    onLine: console.log,
  });
  if ((await generate.ended) !== 0) {
    throw new Failure('scripts/generate.ts failed');
  }
  const metafiles: Metafile[] = [];
  for (const bundle of await bundles(options.development)) {
    const work = await context({
      ...bundle,
      write: false,
      plugins: [
        ...(bundle.plugins ?? []),
        writeOutputs(options.development),
        ...(options.watch ? [marks] : []),
      ],
    });
    if (options.watch) {
      await work.watch();
    } else {
      try {
        const { metafile } = await work.rebuild();
        metafiles.push(...(metafile ? [metafile] : []));
      } catch {
        throw new Failure(`${bundle.outfile} does not build`);
      } finally {
        await work.dispose();
      }
    }
  }
  if (!options.watch) {
    await writeOneFile(join(projectRoot, 'dist'));
    await writeNotices(projectRoot, await bundledPackages(projectRoot, metafiles, generators));
  }
}

const marks: NonNullable<BuildOptions['plugins']>[number] = {
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
