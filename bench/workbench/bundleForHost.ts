import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A module of this folder as one file that an extension host can load. */
export async function bundleForHost(module: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
}
