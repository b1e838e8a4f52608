import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import { bindLate } from '../../../scripts/lib/bindLate.ts';

const loads = 'var import_core = require("./core.cjs");\n';

test('another file is loaded when something of it is first used, once, on the lines where it stood', () => {
  const bound = bindLate(
    `${loads}var import_again = require("./core.cjs");\nf(import_core.a, import_again.b);\n`,
  );
  assert.equal(bound.split('\n').length, 4);
  const asked: string[] = [];
  const load = (file: string): unknown => {
    asked.push(file);
    return { a: 1, b: 2 };
  };
  const got: unknown[] = [];
  const run = compileFunction(bound, ['require', 'f']) as (...given: unknown[]) => void;
  run(load, (...all: unknown[]) => got.push(...all));
  assert.deepEqual([asked, got], [['./core.cjs'], [1, 2]]);
});

test('the editor is there from the start', () => {
  const text = 'var import_vscode = require("vscode");\nf(import_vscode.a);\n';
  assert.equal(bindLate(text), text);
});

for (const use of [
  'f(import_core);',
  'f(import_core["a"]);',
  'f(import_core?.a);',
  'var { a } = import_core;',
]) {
  test(`a use that would find nothing ends the build: ${use}`, () => {
    assert.throws(() => bindLate(`${loads}${use}\n`), /import_core/);
  });
}
