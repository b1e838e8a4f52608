import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build, commandLineStart, programs } from './build.ts';
import { runScript } from './lib/failure.ts';
import { npm } from './lib/npm.ts';
import { projectRoot } from './lib/paths.ts';

/** The first file of the command line refuses an older Node. */
export const neededNode = 24;

const readme = `# ordinance

Checks, compares, plans and pushes ordered-rule security policies as files, from a shell or a pipeline. It never asks questions.

    ordinance --help
    ordinance COMMAND --help

It needs Node ${neededNode} or newer. What \`--json\` prints is described in \`command-line.schema.json\`.
`;

/** The files of the package, with their sources. */
const files: Readonly<Record<string, string>> = {
  [commandLineStart]: join('dist', commandLineStart),
  'THIRD_PARTY_NOTICES.txt': 'dist/THIRD_PARTY_NOTICES.txt',
  LICENSE: 'LICENSE',
  'command-line.schema.json': 'schemas/output/command-line.schema.json',
};

/**
 * Builds for production and packs the command line for npm. It has its own manifest, because that of the extension is for the editor.
 *
 * @param folder the folder of the package
 * @returns its path
 */
export async function packCommandLine(folder: string): Promise<string> {
  await build({ development: false });
  return packBuiltCommandLine(folder);
}

/** Packs the command line with the notices and the first file in `dist`. */
export async function packBuiltCommandLine(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(projectRoot, 'package.json'), 'utf8'),
  ) as Readonly<Record<'name' | 'version' | 'license', string>>;
  const content = join(projectRoot, 'dist/cli-package');
  await rm(content, { recursive: true, force: true });
  await mkdir(content, { recursive: true });
  const manifest = {
    name,
    version,
    description: 'Checks, plans and pushes ordered-rule security policies kept as files.',
    license,
    bin: { ordinance: `./${commandLineStart}` },
    engines: { node: `>=${neededNode}` },
  };
  await writeFile(join(content, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(content, 'README.md'), readme);
  for (const [to, from] of Object.entries(files)) {
    await cp(join(projectRoot, from), join(content, to));
  }
  const entryPoints = { commandLine: 'src/cli/main.ts' };
  await bundle({ ...programs, entryPoints, outdir: content, minify: true, write: true });
  await npm(content, ['pack', '--silent', '--pack-destination', folder], 'the package of the command line');
  return join(folder, `${name}-${version}.tgz`);
}

if (import.meta.main) {
  await runScript(async () => {
    const path = await packCommandLine(projectRoot);
    console.log(`${path} (${Math.ceil((await stat(path)).size / 1024)} KB)`);
  });
}
