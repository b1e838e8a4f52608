import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lostChanges } from '../../../src/core/sync/lostChanges.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { images, rule } from './workspace.ts';

const policy = (...rules: readonly JsonObject[]): JsonObject => new Map([['rules', rules]]);
const [a, b, c] = [rule('a'), rule('b'), rule('c')];

/** What is lost when what was made of `base` becomes `next`. */
function lost(base: JsonObject | undefined, now: JsonObject, next: JsonObject): string[] {
  const { steps } = diffPolicies(images, now, next);
  return lostChanges(images, base, now, steps).map(({ change, name }) => `${change} ${name}`);
}

test('of a rule that was changed and moved the change is said: to be moved again would be less', () => {
  const base = policy(a, b, c);
  const now = policy(b, c, rule('a', { notes: 'new' }));
  assert.deepEqual(lost(base, now, base), ['change rules/a']);
});

test('of a rule that was renamed and moved the new name is said', () => {
  const base = policy(rule('a', { notes: 'only here' }), b, c);
  const now = policy(b, c, rule('other', { notes: 'only here' }));
  assert.deepEqual(lost(base, now, base), ['rename rules/other']);
});

test('what stays is not lost', () => {
  const now = policy(a, b, c, rule('d'));
  assert.deepEqual(lost(policy(a, b, c), now, policy(a, b, rule('c', { notes: 'mine' }), rule('d'))), []);
});

test('without a base each rule that is removed or changed is named', () => {
  const next = policy(b, rule('c', { notes: 'new' }));
  assert.deepEqual(lost(undefined, policy(a, b, c), next).toSorted(), ['unknown rules/a', 'unknown rules/c']);
});
