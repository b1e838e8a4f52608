import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { projectRoot } from '../../scripts/lib/paths.ts';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The program of this project that a script of package.json starts. */
function programOf(script: string): string | undefined {
  const [, path] = /^node (\S+\.ts)$/.exec(scripts[script] ?? '') ?? [];
  return path;
}

async function needsGenerated(program: string): Promise<boolean> {
  const { metafile } = await build({
    entryPoints: [join(projectRoot, program)],
    absWorkingDir: projectRoot,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return Object.keys(metafile.inputs).some((path) => path.startsWith('src/generated/'));
}

test('a script that needs generated files makes them first, so that it runs in a fresh clone', async () => {
  const needing: string[] = [];
  for (const script of Object.keys(scripts)) {
    const program = programOf(script);
    if (program && (await needsGenerated(program))) {
      needing.push(script);
      assert.equal(scripts[`pre${script}`], 'npm run generate', script);
    }
  }
  assert.ok(needing.includes('start'), needing.join());
});
