import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { families, policyKind, policyKinds } from '../../../src/core/policy/families.ts';

test('no code compares a family or a shape with a name: it asks for a fact of the table of families', () => {
  const names = new Set<string>([...families, ...policyKinds.map(({ shape }) => shape)]);
  const compared = new RegExp(`[!=]== '(?:${[...names].join('|')})'`);
  const found = globSync('src/{core,cli,vscode}/**/*.ts', { cwd: projectRoot }).flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (compared.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  assert.deepEqual(found, [], 'give the family a fact in core/policy/families.ts');
});

test('each policy names each list of a collection once', () => {
  for (const { name, scopeLists } of policyKinds) {
    assert.equal(new Set(scopeLists).size, scopeLists.length, name);
  }
});

test('a policy about hosts asks nothing of images', () => {
  const { scopeLists } = policyKind('compliance/host');
  assert.ok(scopeLists.includes('hosts') && !scopeLists.includes('images'));
  assert.deepEqual(policyKind('compliance/ci-images').scopeLists, ['images', 'labels']);
});
