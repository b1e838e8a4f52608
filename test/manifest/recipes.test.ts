import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from './manifest.ts';

interface Recipe {
  /** Its name in CONTRIBUTING. */
  readonly change: string;
  /** The first step alone: `after` takes the place of `before` in a file. */
  readonly begun: readonly (readonly [file: string, before: string, after: string])[];
  /** The steps that are left out: each is named by the compiler, or by a test with this title. */
  readonly leftOut: readonly {
    readonly step: string;
    /** The file in which the compiler names the step, if it is the code that uses it. */
    readonly at?: string;
    readonly test?: string;
    readonly says: string;
  }[];
}

const families = 'core/policy/families.ts';
const lists = 'core/consoleFile/lists.ts';
const commandLine = 'cli/commands.ts';
const docs = 'npm run docs';

const recipes: readonly Recipe[] = [
  {
    change: 'a family with its own shape',
    begun: [
      [families, 'export type Family =', "export type Family = 'planted' | Known;\ntype Known ="],
      [families, 'export type PolicyShape =', "export type PolicyShape = 'planted' | Shape;\ntype Shape ="],
      [
        families,
        "'/policies/vulnerability', 'vulnerability', [\n",
        "'/policies/vulnerability', 'vulnerability', [\n['planted', 'P', 'pV', 'p'],\n",
      ],
    ],
    leftOut: [
      { step: families, says: "'planted' is missing" },
      { step: families, says: `'"planted"' is not assignable to type` },
      { step: 'schemas', at: 'generated/fieldTables.ts', says: "'planted' is missing" },
      {
        step: 'schemas/policy-test.schema.json',
        at: 'core/policyTest/readTests.ts',
        says: "'policy-test/planted'' is not assignable",
      },
      { step: 'core/policy/newRule.ts', says: 'lacks ending return statement' },
      { step: 'sandbox/sample.json', test: 'policies range from a handful', says: 'vulnerability/planted' },
      {
        step: 'test/http/resources/contract.ts',
        test: 'every operation of the contract is there',
        says: 'planted',
      },
      { step: 'test/unit/assist/schema/published/documents.ts', says: "'planted' is missing" },
      { step: 'test/unit/order/familyRules.ts', says: "'planted' is missing" },
    ],
  },
  {
    change: 'an authentication scheme',
    begun: [['../schemas/console.schema.json', '"enum": ["basic",', '"enum": ["basic", "planted",']],
    leftOut: [{ step: 'core/consoleFile/authSchemes.ts', says: "'planted' is missing" }],
  },
  {
    change: 'a field of a console',
    begun: [
      [
        '../schemas/console.schema.json',
        '        "timeoutSeconds": {',
        '        "planted": { "title": "P", "description": "P.", "type": "string" },\n        "timeoutSeconds": {',
      ],
    ],
    leftOut: [
      { step: 'core/consoleFile/consoleFile.ts', says: "'planted' is missing" },
      { step: docs, test: 'docs/files.md repeats', says: 'planted' },
    ],
  },
  {
    change: 'a field of a rule',
    begun: [
      [
        '../schemas/vulnerability.schema.json',
        '        "onlyFixed": {',
        // The comparison is left out.
        '        "planted": { "type": "boolean", "compares": "code" },\n        "onlyFixed": {',
      ],
    ],
    leftOut: [
      { step: 'description', test: 'every field has a title and a description', says: 'planted' },
      { step: 'core/order/effect', test: 'vulnerability: every field of a rule', says: 'planted' },
    ],
  },
  {
    change: 'a list of a console',
    begun: [
      [
        lists,
        'const plain = {\n',
        "const plain = {\n  planted: { title: () => 'Planted', operation: 'p', path: '/p', columns: [] },\n",
      ],
    ],
    leftOut: [
      { step: lists, says: "'icon' is missing" },
      { step: 'sandbox/sample.json', at: 'sandbox/sandboxState.ts', says: "'planted' is missing" },
      { step: docs, test: 'package.nls.json repeats', says: 'Planted' },
    ],
  },
  {
    change: 'a column',
    begun: [[lists, "      { key: 'title' },\n", "      { key: 'title' },\n      { key: 'planted' },\n"]],
    leftOut: [{ step: lists, says: `'"planted"' is not assignable` }],
  },
  {
    change: 'a state of a policy',
    begun: [
      [
        'core/sync/policyStatus.ts',
        'const states = {\n',
        "const states = {\n  planted: { words: () => '', wants: 'look' },\n",
      ],
    ],
    leftOut: [
      { step: 'vscode/workspace/shownState.ts', says: "'planted' is missing" },
      { step: 'core/sync/policyStatus.ts', test: 'every state has a condition', says: 'planted' },
    ],
  },
  {
    change: 'a finding',
    begun: [
      [
        'core/assist/findings/ruleNames.ts',
        '  if (name === undefined || name === null) {',
        "  add({ code: 'planted-finding', message: 'P', path: [] });\n  if (name === undefined || name === null) {",
      ],
      [
        'core/assist/findings/catalog.ts',
        '  error: {',
        "  error: {\n    'planted-code': 'P.', 'planted-unlisted': 'P.',",
      ],
      // The check of the example is left out.
      [
        '../docs/diagnostics.md',
        '## `syntax`',
        '## `planted-unlisted`\n\n```yaml\n# vulnerability/images\n«rules»: []\n```\n\n## `syntax`',
      ],
    ],
    leftOut: [
      {
        step: 'core/assist/findings/catalog.ts',
        at: 'core/assist/findings/ruleNames.ts',
        says: "'planted-finding'' is not assignable",
      },
      {
        step: 'core/assist/findings/policyChecker.ts',
        test: 'planted-unlisted is marked',
        says: 'planted-unlisted',
      },
      {
        step: 'docs/diagnostics.md',
        test: 'the documentation says of every code what',
        says: 'planted-code',
      },
      { step: 'example', test: 'every code has an example', says: 'planted-code' },
      { step: docs, test: 'package.json repeats', says: 'planted-code' },
    ],
  },
  {
    change: 'a setting',
    begun: [
      [
        '../package.json',
        '          "ordinance.push.removedSharePercent": {',
        '          "ordinance.planted": { "type": "boolean", "default": false, "scope": "window", "description": "%setting.planted%" },\n          "ordinance.push.removedSharePercent": {',
      ],
    ],
    leftOut: [
      {
        step: 'package.nls.json',
        test: 'every string of the manifest is defined',
        says: 'setting.planted',
      },
      { step: docs, test: 'docs/settings.md repeats', says: 'ordinance.planted' },
      { step: 'settings.flag', test: 'every setting is read', says: 'ordinance.planted' },
    ],
  },
  {
    change: 'a command of the editor',
    begun: [
      [
        '../package.json',
        '      {\n        "command": "ordinance.policy.push",\n        "title"',
        '      { "command": "ordinance.planted.run", "title": "%command.planted.run%", "category": "%category%", "icon": "$(add)" },\n      {\n        "command": "ordinance.policy.push",\n        "title"',
      ],
    ],
    leftOut: [
      {
        step: 'package.nls.json',
        test: 'every string of the manifest is defined',
        says: 'command.planted.run',
      },
      { step: '`when`', test: 'in an empty folder the palette offers', says: 'ordinance.planted.run' },
      { step: 'register', test: 'every command has a function', says: 'ordinance.planted.run' },
    ],
  },
  {
    change: 'a command of the command line',
    begun: [
      [
        commandLine,
        'export const commands: readonly Command[] = [\n',
        "export const commands: readonly Command[] = [\n  { ...validate, name: 'planted' },\n",
      ],
    ],
    leftOut: [{ step: docs, test: 'docs/command-line.md repeats', says: 'planted' }],
  },
  {
    change: 'a need before a push',
    begun: [
      [
        'core/sync/pushNeeds.ts',
        'const rows = {\n',
        "const rows = {\n  planted: { find: () => undefined, record: 'Planted risk' },\n",
      ],
    ],
    leftOut: [
      { step: 'core/sync/pushNeeds.ts', says: "'question' is missing" },
      { step: docs, test: 'command-line.schema.json repeats', says: 'planted' },
      { step: docs, test: 'docs/review-a-plan.md repeats', says: 'Planted risk' },
      { step: 'test/unit/sync/pushNeeds.test.ts', says: "'planted' is missing" },
    ],
  },
  {
    change: 'a line of a plan',
    begun: [
      [
        'core/sync/outcomes.ts',
        'export interface PushPlan {\n',
        'export interface PushPlan {\n  readonly planted?: string;\n',
      ],
    ],
    leftOut: [
      { step: 'core/sync/plan.ts', says: "'planted' is missing" },
      { step: 'core/sync/planFacts.ts', says: "'planted' is missing" },
      { step: 'test/unit/sync/planFacts.test.ts', says: "'planted' is missing" },
    ],
  },
  {
    change: 'a journal field',
    begun: [
      ['core/sync/journalEvent.ts', 'const opened = {\n', 'const opened = {\n  planted: optional(text),\n'],
    ],
    leftOut: [
      { step: 'core/sync/recordFacts.ts', says: "'planted' is missing in type '{ readonly policy" },
      { step: 'core/sync/recordFacts.ts', says: "'planted' is missing in type '{ console" },
      { step: 'test/unit/sync/recordFacts.test.ts', says: "'planted' is missing" },
    ],
  },
  {
    change: 'a posture field',
    begun: [
      [
        'core/posture/setting.ts',
        'export interface SettingFacts {\n',
        'export interface SettingFacts {\n  readonly planted?: string;\n',
      ],
    ],
    leftOut: [
      { step: 'core/posture/setting.ts', says: "'planted' is missing" },
      { step: 'core/posture/snapshot.ts', says: "'planted' is missing" },
    ],
  },
];

const testFiles = [
  'test/manifest/commands.test.ts',
  'test/manifest/pages.test.ts',
  'test/manifest/palette.test.ts',
  'test/manifest/settings.test.ts',
  'test/manifest/strings.test.ts',
  'test/unit/scripts/operations.test.ts',
  'test/unit/sandbox/sample.test.ts',
  'test/unit/assist/findings/catalog.test.ts',
  'test/unit/assist/findings/plantedTexts.test.ts',
  'test/unit/assist/schema/sources.test.ts',
  'test/unit/order/effect/everyField.test.ts',
  'test/unit/sync/policyState.test.ts',
];

/** A copy of the project with the first step of every recipe. */
function begin(): string {
  const copy = mkdtempSync(join(tmpdir(), 'ordinance-recipes-'));
  const parts = ['src', 'scripts', 'schemas', 'test', 'docs', 'l10n'];
  for (const part of [...parts, 'package.json', 'package.nls.json', 'tsconfig.json', '.prettierrc.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: (file) => !file.endsWith('.png') });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const [name, before, after] of recipes.flatMap(({ begun }) => begun)) {
    const file = join(copy, 'src', name);
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(before), `${name} has no ${before}`);
    writeFileSync(
      file,
      text.replace(before, () => after),
    );
  }
  return copy;
}

/** Everything that a program prints, whatever its exit code. */
function printed(cwd: string, ...args: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  return new Promise((resolve) => {
    const most = 64 * 1024 * 1024;
    execFile(process.execPath, args, { cwd, env, maxBuffer: most }, (_error, out, error) =>
      resolve(out + error),
    );
  });
}

test('a step that is left out of a recipe is named, by the compiler or a test', async (t) => {
  const copy = begin();
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  await printed(copy, 'scripts/generate.ts');
  const titles = recipes.flatMap(({ leftOut }) => leftOut.flatMap((one) => one.test ?? []));
  const named = [...new Set(titles)].map((title) => `--test-name-pattern=${title}`);
  const [compiled, tested] = await Promise.all([
    printed(copy, 'node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'),
    printed(copy, '--test', '--test-reporter=tap', ...named, ...testFiles),
  ]);
  const errors = compiled.split(/\n(?=\S)/);
  const failures = tested.split(/^not ok /m).slice(1);
  for (const { change, leftOut } of recipes) {
    for (const { step, at = step, test: title, says } of leftOut) {
      const isNamed =
        title === undefined
          ? errors.some(
              (error) =>
                error.startsWith(`${at.startsWith('test/') ? '' : 'src/'}${at}(`) &&
                error.replaceAll('"', "'").includes(says.replaceAll('"', "'")),
            )
          : failures.some((failure) => failure.split('\n')[0]?.includes(title) && failure.includes(says));
      assert.ok(isNamed, `${change}: nothing names ${step}\n${title === undefined ? compiled : ''}`);
    }
  }
});

test('the recipes of CONTRIBUTING have every step, in at most five files of two folders', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const items = page.split(/\n(?=- \*\*|\n)/);
  for (const { change, begun, leftOut } of recipes) {
    const item = items.find((one) => one.startsWith(`- **${change}**: `));
    assert.ok(item, `CONTRIBUTING has no recipe for ${change}`);
    const files = begun.map(([file]) => file.replace('../', ''));
    for (const step of [...files, ...leftOut.map((one) => one.step)]) {
      assert.ok(step === docs ? page.includes(docs) : item.includes(step), `${change}: ${step}`);
    }
    const paths = [...item.matchAll(/`([\w/.-]+)\.(?:ts|json|md)`/g)].map(([, path = '']) => path);
    const isWide = change.includes('family') || change.includes('rule');
    assert.ok(paths.length <= (isWide ? 8 : 5), `${change}: ${paths.length} files`);
    assert.ok(isWide || new Set(paths.map((path) => dirname(path))).size <= 2, `${change}: folders`);
  }
});
