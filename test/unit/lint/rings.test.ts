import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../..');

/** For each layer something that it must not import. */
const forbidden: Readonly<Record<string, string>> = {
  'core/util': '../json/json.ts',
  'core/json': '../policy/families.ts',
  'core/policy': '../document/text.ts',
  'core/consoleFile': '../document/text.ts',
  'core/posture': '../policy/families.ts',
  'core/order': '../document/text.ts',
  'core/policyTest': '../document/text.ts',
  'core/document': '../assist/findings/finding.ts',
  'core/assist': '../console/httpError.ts',
  'core/console': '../sync/ports.ts',
  'core/sync': '../console/httpError.ts',
  sandbox: '../core/document/text.ts',
  cli: '../vscode/platform/log.ts',
  'vscode/platform': '../../core/json/json.ts',
  'vscode/workspace': '../../core/console/httpError.ts',
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
  'vscode/policyTests': '../order/whichRuleApplies.ts',
  'vscode/lists': '../policies/policiesView.ts',
  'vscode/posture': '../policies/policiesView.ts',
  'vscode/language': '../policies/policiesView.ts',
  'vscode/sandbox': '../policies/policiesView.ts',
};

/** For each of them something that it may import. */
const allowed: Readonly<Record<string, string>> = {
  'core/json': '../util/errors.ts',
  'core/policy': '../json/json.ts',
  'core/consoleFile': '../policy/families.ts',
  'core/posture': '../json/json.ts',
  'core/order': '../policy/families.ts',
  'core/policyTest': '../order/example.ts',
  'core/document': '../policy/families.ts',
  'core/assist': '../document/text.ts',
  'core/console': '../consoleFile/destination.ts',
  'core/sync': '../document/text.ts',
  sandbox: '../core/json/json.ts',
  cli: '../core/sync/ports.ts',
  'vscode/platform': '../../core/util/errors.ts',
  'vscode/workspace': '../../core/document/text.ts',
  'vscode/connection': '../../core/console/httpError.ts',
  'vscode/targets': '../workspace/consoles.ts',
  'vscode/table': '../workspace/textFiles.ts',
  'vscode/policies': '../targets/targets.ts',
  'vscode/history': '../targets/pushes.ts',
  'vscode/order': '../targets/targets.ts',
  'vscode/lists': '../connection/ensureTrusted.ts',
  'vscode/posture': '../../core/console/httpError.ts',
};

const withoutEditor = Object.keys(forbidden).filter((layer) => !layer.startsWith('vscode/'));

test('every layer has its directions', async () => {
  const layers = (
    await Promise.all(
      ['core', 'vscode'].map(async (floor) =>
        (await readdir(join(project, 'src', floor), { withFileTypes: true }))
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => `${floor}/${name}`),
      ),
    )
  ).flat();
  assert.deepEqual(
    layers.filter((layer) => !(layer in forbidden)),
    [],
  );
});

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

interface Visit {
  readonly layer: string;
  readonly imported: string;
  readonly what: string;
  /** Where the file is that does it, below src. */
  readonly file: string;
}

const visits: Visit[] = [];

/** What is said of one file in a layer of a project of its own, under this project's rules. */
type Said = (visit: Visit) => readonly Finding[];

/** All files are linted in one go, when the first test asks. */
let linted: Promise<Said> | undefined;

function visit(layer: string, imported: string, what = '* as it'): () => Promise<readonly Finding[]> {
  const made = { layer, imported, what, file: `src/${layer}/visitor${visits.length}.ts` };
  visits.push(made);
  return async () => (await (linted ??= lintAll()))(made);
}

async function lintAll(): Promise<Said> {
  const folder = await mkdtemp(join(tmpdir(), 'ordinance-rings-'));
  try {
    await cp(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const { layer, imported, what, file } of visits) {
      await mkdir(join(folder, 'src', layer), { recursive: true });
      await writeFile(join(folder, file), `export ${what} from '${imported}';\n`);
    }
    const oxlint = join(project, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = await run(process.execPath, [oxlint, '--format=json', 'src'], { cwd: folder }).catch(
      // What it ends with when it found something.
      (error: { stdout: string }) => error,
    );
    const { diagnostics, number_of_files: count } = JSON.parse(stdout) as {
      readonly diagnostics: readonly Finding[];
      readonly number_of_files: number;
    };
    assert.equal(count, visits.length);
    const found = Map.groupBy(diagnostics, ({ filename }) => filename.replaceAll('\\', '/'));
    return ({ file }) => found.get(file) ?? [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const told = (findings: readonly Finding[]): string =>
  findings.map(({ code, message, help = '' }) => `${code}: ${message} ${help}`).join('\n');

for (const [layer, imported] of Object.entries(forbidden)) {
  const findings = visit(layer, imported);
  test(`src/${layer} may not import ${imported}`, async () => {
    assert.match(told(await findings()), /no-restricted-imports/);
  });
}

for (const [layer, imported] of Object.entries(allowed)) {
  const findings = visit(layer, imported);
  test(`src/${layer} may import ${imported}`, async () => {
    assert.equal(told(await findings()), '');
  });
}

for (const layer of withoutEditor) {
  const both = ['* as it', 'type { Uri }'].map((what) => visit(layer, 'vscode', what));
  test(`src/${layer} may not import vscode, not even a type`, async () => {
    for (const findings of both) {
      assert.match(told(await findings()), /never imports vscode/);
    }
  });
}

for (const layer of Object.keys(forbidden)) {
  const findings = visit(layer, '../extension.ts');
  test(`src/${layer} may not import the composition root`, async () => {
    assert.match(told(await findings()), /composition root/);
  });
}
