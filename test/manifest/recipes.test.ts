import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './manifest.ts';

interface Recipe {
  /** The first column of its row in CONTRIBUTING. */
  readonly change: string;
  /** The first step alone: `after` takes the place of `before` in a file. */
  readonly begun: readonly (readonly [file: string, before: string, after: string])[];
  /** The steps that are left out: each is named by the compiler, or by a test with this title. */
  readonly leftOut: readonly {
    readonly step: string;
    /** The compiler names the step in the code that uses it. */
    readonly isElsewhere?: true;
    readonly test?: string;
    readonly says: string;
  }[];
}

const families = 'core/policy/families.ts';
const lists = 'core/consoleFile/lists.ts';

const recipes: readonly Recipe[] = [
  {
    change: 'a family with its own shape',
    begun: [
      [families, "| 'waas' | 'cnns';", "| 'waas' | 'cnns' | 'planted';"],
      [families, "  | 'cnns';\n\n", "  | 'cnns'\n  | 'planted';\n\n"],
      [
        families,
        "'/policies/vulnerability', 'vulnerability', [\n",
        "'/policies/vulnerability', 'vulnerability', [\n['planted', 'P', 'pV', 'p'],\n",
      ],
    ],
    leftOut: [
      { step: families, says: "'planted' is missing" },
      { step: 'schemas', isElsewhere: true, says: "'planted' is missing in type '{ 'base-images'" },
      { step: 'core/policy/newRule.ts', says: 'lacks ending return statement' },
      {
        step: 'core/policy/scopeFields.ts',
        test: 'it is known of every policy which fields',
        says: 'vulnerability/planted',
      },
      { step: 'core/order/effect/wordLevels.ts', says: "'planted' is missing" },
      { step: 'sandbox/sample.json', test: 'policies range from a handful', says: 'vulnerability/planted' },
    ],
  },
  {
    change: 'an authentication scheme',
    begun: [['../schemas/console.schema.json', '"login", "bearer"]', '"login", "bearer", "planted"]']],
    leftOut: [
      { step: 'core/consoleFile/authSchemes.ts', says: "'planted' is missing" },
      { step: 'docs/files.md', test: 'the page of files names every scheme', says: 'planted' },
    ],
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
    leftOut: [{ step: 'core/consoleFile/consoleFile.ts', says: "'planted' is missing" }],
  },
  {
    change: 'a list of a console',
    begun: [
      [
        lists,
        '  tags: {\n    operation',
        "  planted: { operation: 'p', path: '/p', columns: [] },\n  tags: {\n    operation",
      ],
    ],
    leftOut: [{ step: 'vscode/workspace/listLabels.ts', says: "'planted' is missing" }],
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
        'core/sync/policyState.ts',
        "  'file-gone': {",
        "  planted: { words: () => '', wants: 'look' },\n  'file-gone': {",
      ],
    ],
    leftOut: [{ step: 'vscode/workspace/shownState.ts', says: "'planted' is missing" }],
  },
  {
    change: 'a finding',
    begun: [
      [
        'core/assist/findings/rules/ruleNames.ts',
        '  if (name === undefined || name === null) {',
        "  yield { code: 'planted-finding', message: 'P', path: [] };\n  if (name === undefined || name === null) {",
      ],
      ['core/assist/findings/catalog.ts', '  error: {', "  error: {\n    'planted-code': 'P.',"],
    ],
    leftOut: [
      {
        step: 'docs/diagnostics.md',
        test: 'the documentation says of every code what',
        says: 'planted-code',
      },
      {
        step: 'core/assist/findings/catalog.ts',
        isElsewhere: true,
        says: "'planted-finding'' is not assignable",
      },
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
      { step: 'docs/settings.md', test: 'the page of settings lists every', says: 'ordinance.planted' },
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
      { step: 'register', test: 'every command has a function', says: 'ordinance.planted.run' },
    ],
  },
  {
    change: 'a need before a push',
    begun: [
      [
        'core/sync/pushNeeds.ts',
        '  protected: {\n    find',
        '  planted: { find: () => undefined },\n  protected: {\n    find',
      ],
    ],
    leftOut: [{ step: 'core/sync/pushNeeds.ts', says: 'question, record' }],
  },
  {
    change: 'a line of a plan',
    begun: [
      [
        'core/sync/outcomes.ts',
        '  readonly collectionsNote?: string;',
        '  readonly collectionsNote?: string;\n  readonly planted?: string;',
      ],
    ],
    leftOut: [{ step: 'core/sync/planFacts.ts', says: "'planted' is missing" }],
  },
  {
    change: 'a journal field',
    begun: [
      [
        'core/sync/store/journalEvent.ts',
        '  account: optional(text),',
        '  account: optional(text),\n  planted: text,',
      ],
    ],
    leftOut: [
      { step: 'core/sync/recordFacts.ts', says: "'planted' is missing" },
      { step: 'core/sync/push.ts', says: "'planted' is missing" },
    ],
  },
  {
    change: 'a posture field',
    begun: [
      [
        'core/posture/setting.ts',
        '  readonly status?: string;',
        '  readonly status?: string;\n  readonly planted: string;',
      ],
    ],
    leftOut: [
      { step: 'core/posture/setting.ts', says: "'planted' is missing" },
      { step: 'core/posture/settingFacts.ts', says: "'planted' is missing" },
    ],
  },
];

const testFiles = [
  'test/manifest/commands.test.ts',
  'test/manifest/settings.test.ts',
  'test/manifest/strings.test.ts',
  'test/unit/policy/families.test.ts',
  'test/unit/consoleFile/authSchemes.test.ts',
  'test/unit/sandbox/sample.test.ts',
  'test/unit/assist/findings/catalog.test.ts',
];

/** A copy of the project with the first step of every recipe. */
function begin(): string {
  const copy = mkdtempSync(join(tmpdir(), 'ordinance-recipes-'));
  const parts = ['src', 'scripts', 'schemas', 'test', 'docs', 'l10n'];
  for (const part of [...parts, 'package.json', 'package.nls.json', 'tsconfig.json']) {
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
  const [compiled, tested] = await Promise.all([
    printed(copy, 'node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'),
    printed(copy, '--test', '--test-reporter=tap', ...testFiles),
  ]);
  const errors = compiled.split(/\n(?=\S)/);
  const failures = tested.split(/^not ok /m).slice(1);
  for (const { change, leftOut } of recipes) {
    for (const { step, isElsewhere, test: title, says } of leftOut) {
      const named =
        title === undefined
          ? errors.some(
              (error) =>
                error.startsWith(isElsewhere ? 'src/' : `src/${step}(`) &&
                error.replaceAll('"', "'").includes(says.replaceAll('"', "'")),
            )
          : failures.some((failure) => failure.split('\n')[0]?.includes(title) && failure.includes(says));
      assert.ok(named, `${change}: nothing names ${step}\n${title === undefined ? compiled : ''}`);
    }
  }
});

test('the recipes of CONTRIBUTING have every step', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  for (const { change, begun, leftOut } of recipes) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${change} `));
    assert.ok(row, `CONTRIBUTING has no recipe for ${change}`);
    for (const step of [
      ...begun.map(([file]) => file.replace('../', '')),
      ...leftOut.map((one) => one.step),
    ]) {
      assert.ok(row.includes(step), `${change}: ${step}`);
    }
  }
});
