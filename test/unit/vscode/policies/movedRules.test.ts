import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovedRules } from '../../../../src/vscode/policies/movedRules.ts';
import type { RuleTarget } from '../../../../src/vscode/workspace/target.ts';

const rule = (index: number, policy: RuleTarget['policy'] = 'runtime/host'): RuleTarget => ({
  kind: 'rule',
  consoleId: 'c',
  policy,
  array: 'rules',
  index,
});

test('the first of rules that were moved together stands for all of them', () => {
  const moved = new MovedRules();
  moved.remember([rule(3), rule(4)]);
  assert.deepEqual(moved.with([rule(3)]), [rule(3), rule(4)]);
  assert.deepEqual(moved.with([rule(4)]), [rule(4)]);
  assert.deepEqual(moved.with([rule(3), rule(7)]), [rule(3), rule(7)]);
  assert.deepEqual(moved.with([]), []);
  assert.ok(moved.has(rule(4)));
  assert.ok(!moved.has(rule(4, 'runtime/container')));
});

test('they are forgotten when something else is selected', () => {
  const moved = new MovedRules();
  moved.remember([rule(3), rule(4)]);
  assert.ok(!moved.selected([rule(3)]), 'the row the tree was told to select');
  assert.ok(moved.selected([rule(4)]));
  assert.ok(!moved.selected([]), 'once');
  assert.deepEqual(moved.with([rule(3)]), [rule(3)]);
});

test('they are forgotten when the first of them is lit up though a person chose other rows', () => {
  const moved = new MovedRules();
  moved.remember([rule(3), rule(4)]);
  assert.ok(moved.left());
  assert.deepEqual(moved.with([rule(3)]), [rule(3)]);
  assert.equal(moved.awaited, undefined);
  assert.ok(!moved.left(), 'once');
});

test('they are forgotten when their file is edited', () => {
  const moved = new MovedRules();
  moved.remember([rule(3), rule(4)]);
  assert.ok(!moved.edited('c', 'runtime/container'));
  assert.ok(!moved.edited('d', 'runtime/host'));
  assert.ok(moved.edited('c', 'runtime/host'));
  assert.deepEqual(moved.with([rule(3)]), [rule(3)]);
});

test('one rule alone needs no memory', () => {
  const moved = new MovedRules();
  moved.remember([rule(3)]);
  assert.ok(!moved.has(rule(3)));
});

test('what was moved is what keys are about until the tree selected it, or a person something else', () => {
  const moved = new MovedRules();
  const first = [rule(3)];
  moved.remember(first);
  assert.equal(moved.awaited, first);
  const second = [rule(2)];
  moved.remember(second);
  moved.shown(first);
  assert.equal(moved.awaited, second, 'what is shown late is old');
  moved.shown(second);
  assert.equal(moved.awaited, undefined);
  moved.remember(first);
  moved.selected([rule(5)]);
  assert.equal(moved.awaited, undefined);
  moved.remember(first);
  moved.edited('c', 'runtime/host');
  assert.equal(moved.awaited, undefined);
});

test('rules that were moved meanwhile are known as such until they are forgotten', () => {
  const moved = new MovedRules();
  const { current } = moved;
  assert.ok(!moved.isAfter(current));
  moved.remember([rule(3)]);
  assert.ok(moved.isAfter(current), 'whoever began before that is late');
  assert.ok(!moved.isAfter(moved.current));
  moved.edited('c', 'runtime/host');
  assert.ok(!moved.isAfter(current));
});

test('they are not waited for once others may be selected, and still stand for all of them', () => {
  const moved = new MovedRules();
  const rules = [rule(3), rule(4)];
  moved.remember(rules);
  assert.equal(moved.awaited, rules);
  moved.doubted();
  assert.equal(moved.awaited, undefined);
  assert.deepEqual(moved.with([rule(3)]), rules);
});
