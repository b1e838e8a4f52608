import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../scripts/lib/paths.ts';

const text = ['CONTRIBUTING.md', 'docs/internals/architecture.md']
  .map((page) => readFileSync(join(projectRoot, page), 'utf8'))
  .join('\n');

/** What is in backticks and reads like a path below `src` or the project. */
const named = [
  ...text.matchAll(/`((?:src\/)?(?:core|vscode|cli|sandbox|test|docs|scripts|bench)\/[\w./-]+)`/g),
].map(([, path = '']) => path);

test('every file and folder that the pages for contributors name is there', () => {
  assert.ok(named.length > 40, 'it names files');
  assert.deepEqual(
    named.filter(
      (path) => !existsSync(join(projectRoot, path)) && !existsSync(join(projectRoot, 'src', path)),
    ),
    [],
  );
});

test('the layers name every folder', () => {
  for (const half of ['core', 'vscode']) {
    for (const entry of readdirSync(join(projectRoot, 'src', half), { withFileTypes: true })) {
      if (entry.isDirectory()) {
        assert.match(text, new RegExp(`\`(?:${half}/)?${entry.name}\``), `${half}/${entry.name}`);
      }
    }
  }
});
