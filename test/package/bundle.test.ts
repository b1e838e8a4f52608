import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { programs } from '../../scripts/build.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';

const run = promisify(execFile);

let outputs: Metafile['outputs'];

before(async () => {
  const { metafile } = await build({ ...programs, metafile: true });
  ({ outputs } = metafile);
});

/** What the program begins with: sources, libraries, and modules of Node. */
function loadedAtStart(program: string): readonly string[] {
  const files = new Set([`dist/${program}`]);
  const inputs: string[] = [];
  for (const file of files) {
    inputs.push(...Object.keys(outputs[file]?.inputs ?? {}));
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (external) {
        inputs.push(path);
      } else if (kind === 'import-statement') {
        files.add(path);
      }
    }
  }
  return inputs;
}

for (const program of ['extension.mjs', 'commandLine.mjs']) {
  test(`${program} begins without the HTTP library, the sandbox and a server`, () => {
    const start = loadedAtStart(program);
    assert.ok(start.includes('src/core/document/policyDocument.ts'));
    // `node:http` brings the HTTP library of Node, which takes longer than all of the program.
    const late =
      /node_modules\/undici|^src\/core\/console\/transport|^src\/sandbox\/sandboxConsole|^node:(?:https?|tls)$/;
    assert.deepEqual(
      start.filter((input) => late.test(input)),
      [],
    );
  });
}

test('the command line needs no editor and no part of one', () => {
  assert.deepEqual(
    loadedAtStart('commandLine.mjs').filter((input) => /^vscode$|^src\/vscode\//.test(input)),
    [],
  );
});

test('loading the HTTP client leaves the process-wide dispatchers of fetch as they were', async () => {
  const dist = join(projectRoot, 'dist');
  const name = (await readdir(dist)).find((file) => /^clients-.*\.mjs$/.test(file)) ?? '';
  const script = `
    const slots = [1, 2, 3].map((n) => Symbol.for('undici.globalDispatcher.' + n));
    globalThis[slots[0]] = 'of another extension';
    const { ConsoleClient } = await import(process.argv[1]);
    console.log(typeof ConsoleClient, slots.map((slot) => String(globalThis[slot])).join());`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, join(dist, name)]);
  assert.equal(stdout.trim(), 'function of another extension,undefined,undefined');
});

test('is activated by an ordinance.yaml, a policy file or a page of before, and by nothing that every window has', async () => {
  const manifest = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
    activationEvents?: string[];
  };
  const events = manifest.activationEvents ?? [];
  assert.ok(events.includes('workspaceContains:ordinance.yaml'), events.join());
  const allowed =
    /^workspaceContains:(?:\*\*\/)?(?:ordinance\.ya?ml|\*\.policy\.(?:ya?ml|json|\{[\w,]+\}))$|^onFileSystem:|^onWebviewPanel:ordinance\.|^onCommand:|^onView:|^onLanguage:ordinance-/;
  assert.deepEqual(
    events.filter((event) => !allowed.test(event)),
    [],
  );
});
