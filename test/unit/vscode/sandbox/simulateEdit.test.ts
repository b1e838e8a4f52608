import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, toPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { myChange } = await import('../../../../src/vscode/sandbox/simulateEdit.ts');

const kind = policyKind('vulnerability/images');
assert.ok(kind);
const rule = (name: string, more: object = {}): object => ({
  name,
  collections: [{ name: 'a' }],
  alertThreshold: { disabled: false, value: 4 },
  condition: 'alert',
  ...more,
});
const policy = (...rules: object[]): JsonObject =>
  fromPlain({ policyType: 'containerVulnerability', rules }) as JsonObject;
const base = policy(rule('x'), rule('y'));
const found = (mine: JsonObject, near?: string): unknown => {
  const change = myChange(kind, base, mine, near);
  return change && [change.array, change.rule, change.member.join('.'), toPlain(change.value)];
};

test('the member that was changed is found, with what it became', () => {
  const mine = policy(rule('x'), rule('y', { alertThreshold: { disabled: false, value: 9 } }));
  assert.deepEqual(found(mine), ['rules', 'y', 'alertThreshold.value', 9]);
});

test('that of the rule at hand comes first', () => {
  const mine = policy(rule('x', { condition: 'block' }), rule('y', { condition: 'block' }));
  assert.deepEqual(found(mine), ['rules', 'x', 'condition', 'block']);
  assert.deepEqual(found(mine, 'y'), ['rules', 'y', 'condition', 'block']);
});

test('collections are sent as they are written', () => {
  const mine = policy(rule('x', { collections: [{ name: 'b' }] }), rule('y'));
  assert.deepEqual(found(mine), ['rules', 'x', 'collections', [{ name: 'b' }]]);
});

test('nothing is found where nothing changed, or only what has no third value', () => {
  assert.equal(found(base), undefined);
  assert.equal(found(policy(rule('y'), rule('x'))), undefined);
  assert.equal(
    found(policy(rule('x', { alertThreshold: { disabled: true, value: 4 } }), rule('y'))),
    undefined,
  );
});
