import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesCollection, matchesPattern } from '../../../src/sandbox/impactedRoutes.ts';

test('patterns: wildcards at the ends, case does not count', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['*', 'anything', true],
    ['*', '', true],
    ['web', 'WEB', true],
    ['web', 'webs', false],
    ['web*', 'Web-1', true],
    ['web*', 'my-web', false],
    ['*web', 'my-WEB', true],
    ['*web', 'web-1', false],
    ['*web*', 'a-web-b', true],
    ['*web*', 'wb', false],
    ['**', 'x', true],
    ['', '', true],
    ['a.c', 'abc', false],
  ];
  for (const [pattern, value, expected] of cases) {
    assert.equal(matchesPattern(pattern, value), expected, `${pattern} ${value}`);
  }
});

test('a collection matches when every constrained list does', () => {
  const pod = { images: ['registry.example/a/web:1'], namespaces: ['shop'], hosts: ['node-1'] };
  assert.ok(matchesCollection({}, pod));
  assert.ok(matchesCollection({ images: ['*'], clusters: ['*'] }, pod));
  assert.ok(matchesCollection({ images: ['registry.example/a/*'], namespaces: ['x', 'SHOP'] }, pod));
  assert.ok(!matchesCollection({ images: ['registry.example/a/*'], namespaces: ['x'] }, pod));
  assert.ok(!matchesCollection({ functions: ['f*'] }, pod));
  assert.ok(matchesCollection({ images: [] }, pod));
});

test('a leading minus takes away', () => {
  const host = { hosts: ['node-1'] };
  assert.ok(!matchesCollection({ hosts: ['*', '-node-1'] }, host));
  assert.ok(!matchesCollection({ hosts: ['-node*'] }, host));
  assert.ok(matchesCollection({ hosts: ['-db*'] }, host));
  assert.ok(matchesCollection({ hosts: ['node*', '-db*'] }, host));
});
