import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';

const run = promisify(execFile);

interface Loaded {
  readonly exported: readonly string[];
  /** The process-wide dispatchers that were there before and after: other extensions and VS Code own them. */
  readonly dispatchers: Readonly<Record<string, 'unset' | 'ours before' | 'replaced'>>;
  readonly required: readonly string[];
}

/** Loads and activates the bundle in a bare Node where `vscode` is a thing of which everything is there and does nothing. */
async function load(occupied: boolean, folder?: string): Promise<Loaded> {
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'loadBundle.ts'),
    join(projectRoot, 'dist/extension.cjs'),
    String(occupied),
    ...(folder === undefined ? [] : [folder]),
  ]);
  return JSON.parse(stdout) as Loaded;
}

test('loads in a bare Node and exports activate and deactivate', async () => {
  const { exported } = await load(false);
  assert.ok(exported.includes('activate'), exported.join());
});

test('starting asks for nothing but vscode, what is in the part for it and what Node has', async () => {
  const { required } = await load(false);
  assert.deepEqual(required.toSorted(), ['./core.cjs', 'vscode']);
});

test('starting where there is an ordinance.yaml asks for the YAML library besides, and for no feature', async (t) => {
  const folder = await temporaryFolder('start');
  t.after(() => folder.dispose());
  await writeFile(
    join(folder.path, 'ordinance.yaml'),
    'consoles:\n  prod:\n    url: https://console.example.com\n    folder: policies/prod\n',
  );
  const { required } = await load(false, folder.path);
  assert.deepEqual(required.toSorted(), ['./core.cjs', './yaml.cjs', 'vscode']);
});

test('asks for vscode in one place, and makes no copy of it for each file', async () => {
  const bundle = await readFile(join(projectRoot, 'dist/extension.cjs'), 'utf8');
  assert.deepEqual(
    bundle.match(/[^,;=]*=?[^,;=]*require\("vscode"\)[^,;]*/g)?.map((found) => found.replace(/.*=/, '')),
    ['require("vscode")'],
  );
});

test('leaves the process-wide dispatchers of fetch unset', async () => {
  const { dispatchers } = await load(false);
  for (const [name, state] of Object.entries(dispatchers)) {
    assert.equal(state, 'unset', name);
  }
});

test('leaves the dispatchers alone that somebody else has set', async () => {
  const { dispatchers } = await load(true);
  for (const [name, state] of Object.entries(dispatchers)) {
    assert.equal(state, 'ours before', name);
  }
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
