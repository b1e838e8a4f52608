import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../scripts/lib/paths.ts';

const text = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');

/** What is in backticks and reads like a path below `src` or the project. */
const named = [
  ...text.matchAll(/`((?:src\/)?(?:core|vscode|cli|sandbox|test|docs|scripts|bench)\/[\w./-]+)`/g),
].map(([, path = '']) => path);

test('every file and folder that CONTRIBUTING names is there', () => {
  assert.ok(named.length > 40, 'it names files');
  assert.deepEqual(
    named.filter(
      (path) => !existsSync(join(projectRoot, path)) && !existsSync(join(projectRoot, 'src', path)),
    ),
    [],
  );
});

test('the house has a row for every room', () => {
  for (const floor of ['core', 'vscode']) {
    for (const entry of readdirSync(join(projectRoot, 'src', floor), { withFileTypes: true })) {
      if (entry.isDirectory()) {
        assert.ok(text.includes(`| \`${floor}/${entry.name}/\``), `${floor}/${entry.name}`);
      }
    }
  }
});
