import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { scopeListsOf } from '../../../src/core/policy/scopeFields.ts';

test('each policy names each list of a collection once', () => {
  for (const { name } of policyKinds) {
    const lists = scopeListsOf(name);
    assert.equal(new Set(lists).size, lists.length, name);
  }
});

test('a policy about hosts asks nothing of images', () => {
  const lists = scopeListsOf('compliance/host');
  assert.ok(lists.includes('hosts') && !lists.includes('images'));
  assert.deepEqual(scopeListsOf('compliance/ci-images'), ['images', 'labels']);
});
