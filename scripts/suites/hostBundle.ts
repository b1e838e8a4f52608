import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../lib/paths.ts';

/** Bundles the tests of one window and their imports of `src` into the module whose `run` VS Code calls. */
export async function bundleHostTests(
  name: string,
  folder: string,
  files: readonly string[],
): Promise<string> {
  const outfile = join(projectRoot, 'dist/test', `host-${name}.cjs`);
  const entries = files.map((file) => `${JSON.stringify(`${name}/${file}`)}: () => import('./${file}')`);
  await build({
    absWorkingDir: projectRoot,
    stdin: {
      contents: `import { runFiles } from '../harness.ts';\nexport const run = () => runFiles({ ${entries.join(', ')} });\n`,
      resolveDir: folder,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    external: ['vscode'],
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}
