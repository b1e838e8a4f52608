import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../..');

/** For each room something that it must not import. */
const forbidden: Readonly<Record<string, string>> = {
  util: '../model/json.ts',
  model: '../language/text.ts',
  order: '../language/text.ts',
  language: '../console/types.ts',
  console: '../sync/ports.ts',
  sync: '../console/types.ts',
  sandbox: '../language/text.ts',
  platform: '../model/json.ts',
  workspace: '../sync/ports.ts',
  editor: '../sync/ports.ts',
  views: '../console/types.ts',
  commands: '../language/text.ts',
  cli: '../platform/log.ts',
};

/** For each of them something that it may import. */
const allowed: Readonly<Record<string, string>> = {
  model: '../util/errors.ts',
  order: '../model/json.ts',
  language: '../order/scope.ts',
  console: '../model/json.ts',
  sync: '../language/text.ts',
  sandbox: '../model/json.ts',
  platform: '../util/errors.ts',
  workspace: '../language/text.ts',
  editor: '../workspace/policyFiles.ts',
  views: '../sync/ports.ts',
  commands: '../sync/ports.ts',
  cli: '../sync/ports.ts',
};

const withoutEditor = ['util', 'model', 'order', 'language', 'console', 'sync', 'sandbox', 'cli'];

let folder: string;

/** Lints one file in a room of a house of its own, under this project's rules. Returns what oxlint prints. */
async function lint(
  room: string,
  imported: string,
  what = '* as it',
): Promise<{ clean: boolean; output: string }> {
  const file = join(folder, 'src', room, 'visitor.ts');
  await mkdir(join(folder, 'src', room), { recursive: true });
  await writeFile(file, `export ${what} from '${imported}';\n`);
  try {
    const { stdout } = await run(process.execPath, [join(project, 'node_modules/oxlint/bin/oxlint'), file], {
      cwd: folder,
    });
    return { clean: true, output: stdout };
  } catch (error) {
    return { clean: false, output: String((error as { stdout?: string }).stdout) };
  } finally {
    await rm(file);
  }
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordinance-rings-'));
  await cp(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});

after(() => rm(folder, { recursive: true, force: true }));

for (const [room, imported] of Object.entries(forbidden)) {
  test(`src/${room} may not import ${imported}`, async () => {
    const { clean, output } = await lint(room, imported);
    assert.equal(clean, false);
    assert.match(output, /no-restricted-imports/);
  });
}

for (const [room, imported] of Object.entries(allowed)) {
  test(`src/${room} may import ${imported}`, async () => {
    const { clean, output } = await lint(room, imported);
    assert.ok(clean, output);
  });
}

for (const room of withoutEditor) {
  test(`src/${room} may not import vscode, not even a type`, async () => {
    for (const what of ['* as it', 'type { Uri }']) {
      const { clean, output } = await lint(room, 'vscode', what);
      assert.equal(clean, false);
      assert.match(output, /never imports vscode/);
    }
  });
}

for (const room of Object.keys(forbidden)) {
  test(`src/${room} may not import the composition root`, async () => {
    const { clean, output } = await lint(room, '../container.ts');
    assert.equal(clean, false);
    assert.match(output, /composition root/);
  });
}
