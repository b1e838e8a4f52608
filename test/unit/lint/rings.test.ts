import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../..');

/** For each room something that it must not import. */
const forbidden: Readonly<Record<string, string>> = {
  'core/util': '../json/json.ts',
  'core/json': '../policy/families.ts',
  'core/policy': '../document/text.ts',
  'core/consoles': '../document/text.ts',
  'core/posture': '../policy/families.ts',
  'core/order': '../document/text.ts',
  'core/policyTest': '../document/text.ts',
  'core/document': '../assist/findings/finding.ts',
  'core/assist': '../console/types.ts',
  'core/console': '../sync/ports.ts',
  'core/sync': '../console/types.ts',
  sandbox: '../core/document/text.ts',
  cli: '../vscode/platform/log.ts',
  'vscode/platform': '../../core/json/json.ts',
  'vscode/workspace': '../../core/console/types.ts',
  'vscode/connection': '../targets/targets.ts',
  'vscode/targets': '../push/pushPolicy.ts',
  'vscode/table': '../lists/listRows.ts',
  'vscode/policies': '../push/pushPolicy.ts',
  'vscode/consoles': '../push/pushPolicy.ts',
  'vscode/rules': '../push/pushPolicy.ts',
  'vscode/push': '../history/historyView.ts',
  'vscode/merge': '../push/pushPolicy.ts',
  'vscode/history': '../push/pushPolicy.ts',
  'vscode/changes': '../push/pushPolicy.ts',
  'vscode/order': '../policies/policiesView.ts',
  'vscode/policyTests': '../order/whichDecides.ts',
  'vscode/lists': '../policies/policiesView.ts',
  'vscode/posture': '../policies/policiesView.ts',
  'vscode/language': '../policies/policiesView.ts',
  'vscode/sandbox': '../policies/policiesView.ts',
};

/** For each of them something that it may import. */
const allowed: Readonly<Record<string, string>> = {
  'core/json': '../util/errors.ts',
  'core/policy': '../json/json.ts',
  'core/consoles': '../policy/families.ts',
  'core/posture': '../json/json.ts',
  'core/order': '../policy/families.ts',
  'core/policyTest': '../order/example.ts',
  'core/document': '../policy/families.ts',
  'core/assist': '../document/text.ts',
  'core/console': '../consoles/destination.ts',
  'core/sync': '../document/text.ts',
  sandbox: '../core/json/json.ts',
  cli: '../core/sync/ports.ts',
  'vscode/platform': '../../core/util/errors.ts',
  'vscode/workspace': '../../core/document/text.ts',
  'vscode/connection': '../../core/console/types.ts',
  'vscode/targets': '../workspace/policyFiles.ts',
  'vscode/table': '../workspace/textFiles.ts',
  'vscode/policies': '../targets/targets.ts',
  'vscode/history': '../targets/pushes.ts',
  'vscode/order': '../targets/targets.ts',
  'vscode/lists': '../connection/reading.ts',
  'vscode/posture': '../../core/console/types.ts',
};

const withoutEditor = Object.keys(forbidden).filter((room) => !room.startsWith('vscode/'));

test('every room has its directions', async () => {
  const rooms = (
    await Promise.all(
      ['core', 'vscode'].map(async (floor) =>
        (await readdir(join(project, 'src', floor), { withFileTypes: true }))
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => `${floor}/${name}`),
      ),
    )
  ).flat();
  assert.deepEqual(
    rooms.filter((room) => !(room in forbidden)),
    [],
  );
});

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
