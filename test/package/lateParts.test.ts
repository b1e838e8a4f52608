import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { bundles } from '../../scripts/build.ts';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import { lateParts } from '../../scripts/lib/lateParts.ts';
import { oneFileParts } from '../../src/vscode/consoles/oneFile.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { cliWorkspace, type CliWork } from '../http/cli/cliWorkspace.ts';
import { images } from '../unit/sync/workspace.ts';

const run = promisify(execFile);
const dist = path.join(projectRoot, 'dist');

const libraries = (inputs: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(
    Object.keys(inputs).flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
  ),
];

for (const name of ['extension.cjs', 'cli.cjs']) {
  test(`${name} holds nothing of what is loaded late, and asks for all of it that it uses`, async () => {
    const options = bundles(false).find(({ splitting }) => splitting);
    assert.ok(options);
    const { metafile } = await build({ ...options, write: false, metafile: true });
    const outputs = [name, 'core.cjs'].flatMap((file) => metafile?.outputs[`dist/${file}`] ?? []);
    assert.equal(outputs.length, 2);
    const inputs = Object.assign({}, ...outputs.map((output) => output.inputs)) as Metafile['inputs'];
    assert.deepEqual(libraries(inputs), ['jsonc-parser']);
    const entries: readonly string[] = Object.values(lateParts).map(({ entry }) => entry);
    assert.deepEqual(
      Object.keys(inputs).filter((input) => entries.includes(input)),
      [],
    );
    const asked = outputs.flatMap(({ imports }) =>
      imports.flatMap(({ path: asked }) => (asked.startsWith('./') ? [asked.slice(2)] : [])),
    );
    const used = Object.keys(lateParts).filter((file) => name !== 'cli.cjs' || file !== 'sandbox.cjs');
    assert.deepEqual([...new Set(asked)].toSorted(), used);
  });
}

test('loading the HTTP client leaves the process-wide dispatchers of fetch unset', async () => {
  const script = `
    const { Agent } = require(process.argv[1]);
    void new Agent({ allowH2: false }).destroy();
    console.log([1, 2, 3].map((n) => typeof globalThis[Symbol.for('undici.globalDispatcher.' + n)]).join());`;
  const { stdout } = await run(process.execPath, ['-e', script, path.join(dist, 'httpClient.cjs')]);
  assert.equal(stdout.trim(), 'undefined,undefined,undefined');
});

/** The command line with its parts beside it, but for one. */
async function without(t: TestContext, file: keyof typeof lateParts): Promise<string> {
  const folder = await temporaryFolder('late');
  t.after(() => folder.dispose());
  await mkdir(folder.path, { recursive: true });
  await Promise.all(oneFileParts.map((name) => cp(path.join(dist, name), path.join(folder.path, name))));
  await rm(path.join(folder.path, file));
  return path.join(folder.path, 'cli.cjs');
}

async function fails(program: string, args: readonly string[], cli: CliWork): Promise<string> {
  const { error, text } = await run(process.execPath, [program, ...args], {
    cwd: cli.work.root,
    env: { ...process.env, ...cli.variables },
  }).then(
    ({ stdout, stderr }) => ({ error: undefined, text: stdout + stderr }),
    (caught: { code: unknown; stdout: string; stderr: string }) => ({
      error: caught.code,
      text: caught.stdout + caught.stderr,
    }),
  );
  assert.notEqual(error, undefined, text);
  assert.doesNotMatch(text, /\n\s+at /, 'a stack');
  return text;
}

test('a missing part is said plainly', async (t) => {
  const cli = await cliWorkspace(t);
  const yaml = await fails(await without(t, 'yaml.cjs'), ['pull', images.name], cli);
  assert.match(yaml, /A part of Ordinance could not be loaded: the YAML library\./);
  const http = await fails(await without(t, 'httpClient.cjs'), ['pull', images.name], cli);
  assert.match(http, /A part of Ordinance could not be loaded: the HTTP client\./);
  assert.equal(cli.sandbox.requests.of('GET').length, 0);
});
