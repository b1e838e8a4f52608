import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { operationUses, sspmUses } from '../../../scripts/lib/operationTable.ts';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { commandIds } from '../../../src/generated/manifest.ts';
import { contract } from '../../http/resources/contract.ts';

const uses = operationUses();

test('every operation of the contract is there under its name, method and path, and no other over policies', () => {
  const own = uses
    .filter(({ operation: { path } }) => path.startsWith('/policies/'))
    .map(({ operation: { id, method, path } }) => `${id} ${method} ${path}`);
  assert.deepEqual(
    own.toSorted(),
    contract.map(([id, method, path]) => `${id} ${method} ${path}`).toSorted(),
  );
});

test('every operation has a command, a row of the view, and a test that exists', () => {
  const texts = new Map<string, string>();
  assert.equal(new Set(sspmUses().map(({ operation: { path } }) => path)).size, 13);
  for (const {
    operation,
    command,
    node,
    test: [file, title],
  } of [...uses, ...sspmUses()]) {
    assert.ok(
      command === undefined || (commandIds as readonly string[]).includes(command),
      `${operation.id}: ${command}`,
    );
    assert.ok(node.length > 0 && node.every((part) => part !== ''), operation.id);
    const text = texts.get(file) ?? readFileSync(join(projectRoot, file), 'utf8');
    texts.set(file, text);
    assert.ok(
      text.split('\n').some((line) => /^\s*test\(|^\s+['`]/.test(line) && line.includes(title)),
      `${operation.id}: no test "${title}" in ${file}`,
    );
  }
});
