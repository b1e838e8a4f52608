import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { scopeFieldsOf } from '../../../src/core/policy/scopeFields.ts';

test('each policy says which lists of a collection it looks at, and from where that is known', () => {
  for (const { name } of policyKinds) {
    const { lists, source } = scopeFieldsOf(name);
    assert.equal(lists.length === 0, source === 'silent', name);
    assert.equal(new Set(lists).size, lists.length, name);
  }
});

test('a policy about hosts asks nothing of images', () => {
  const { lists } = scopeFieldsOf('compliance/host');
  assert.ok(lists.includes('hosts') && !lists.includes('images'));
  assert.deepEqual(scopeFieldsOf('compliance/ci-images').lists, ['images', 'labels']);
});
