import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { families, policyKinds } from '../../../src/core/policy/families.ts';
import { scopeLists } from '../../../src/core/policy/scopeFields.ts';

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

test('it is known of every policy which fields of a collection it looks at', () => {
  assert.deepEqual(Object.keys(scopeLists).toSorted(), policyKinds.map(({ name }) => name).toSorted());
});
