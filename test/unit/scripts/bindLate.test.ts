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

test('what a table says that a command does is asked for when it is called; a setting may be any value', () => {
  const bound = bindLate(
    `${loads}f({\n  "ordinance.policy.push": import_core.push,\n  "ordinance.policy.open": import_core.open\n});\n` +
      'f({ "ordinance.policy.pull": import_core.pull });\nf({ "ordinance.tree.followEditor": import_core.setting });\n',
  );
  const asked: string[] = [];
  const load = (file: string): unknown => {
    asked.push(file);
    return { push: (...all: unknown[]) => all, setting: true };
  };
  const got: Record<string, unknown>[] = [];
  const run = compileFunction(bound, ['require', 'f']) as (...given: unknown[]) => void;
  run(load, (table: Record<string, unknown>) => {
    got.push(table);
    assert.deepEqual(asked, got.length < 3 ? [] : ['./core.cjs']);
  });
  const [{ 'ordinance.policy.push': push } = {}, { 'ordinance.policy.pull': pull } = {}, settings] = got;
  assert.deepEqual((push as (...all: unknown[]) => unknown)(1, 2), [1, 2]);
  assert.equal(typeof pull, 'function');
  assert.deepEqual(settings, { 'ordinance.tree.followEditor': true });
});
