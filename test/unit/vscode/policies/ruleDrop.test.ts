import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideDrop,
  payloadOf,
  type DragPayload,
  type DropPlace,
} from '../../../../src/vscode/policies/ruleDrop.ts';
import { rowsBelowArray, rowsBelowPolicy } from '../../../../src/vscode/policies/treeNodes.ts';
import { policyRow, ruleList } from './support.ts';

const payload: DragPayload = { file: 'file:///a', array: 'rules', indices: [3], version: 7 };
const place: DropPlace = { file: 'file:///a', array: 'rules', gap: 1, index: 1, length: 5, version: 7 };

test('a drop onto a rule moves above it', () => {
  assert.deepEqual(decideDrop(payload, place), { kind: 'move', indices: [3], gap: 1 });
});

test('a drop onto the group moves to the end', () => {
  const { index: _, ...group } = place;
  assert.deepEqual(decideDrop(payload, { ...group, gap: 5 }), { kind: 'move', indices: [3], gap: 5 });
});

test('a drop that leaves the order is nothing', () => {
  assert.deepEqual(decideDrop(payload, { ...place, gap: 4, index: 4 }), { kind: 'nothing' });
  assert.deepEqual(decideDrop({ ...payload, indices: [1, 3] }, { ...place, gap: 3, index: 3 }), {
    kind: 'nothing',
  });
  assert.deepEqual(decideDrop({ ...payload, indices: [] }, place), { kind: 'nothing' });
});

test('drops from elsewhere, and of an older state of the file, are refused', () => {
  const why = (drop: ReturnType<typeof decideDrop>) => (drop.kind === 'refuse' ? drop.why : drop.kind);
  assert.equal(why(decideDrop({ ...payload, file: 'file:///b' }, place)), 'other-policy');
  assert.equal(why(decideDrop({ ...payload, array: 'hostRules' }, place)), 'other-array');
  assert.equal(why(decideDrop({ ...payload, version: 6 }, place)), 'stale');
  assert.equal(why(decideDrop({ ...payload, indices: [9] }, place)), 'stale');
  for (const foreign of [
    undefined,
    null,
    'mixed',
    3,
    {},
    { ...payload, indices: ['1'] },
    { ...payload, indices: [-1] },
  ]) {
    assert.equal(why(decideDrop(foreign, place)), 'foreign');
  }
});

test('rules of one array travel together, in their order', () => {
  const rows = rowsBelowPolicy(policyRow('waas/host'), ruleList({ rules: [{}, {}, {}, {}] }, 9));
  const [, second, , fourth] = rows;
  assert.ok(second && fourth);
  assert.deepEqual(payloadOf([fourth, second]), {
    file: 'file:///policies/prod/rules.policy.yaml',
    array: 'rules',
    indices: [1, 3],
    version: 9,
  });
});

test('rows that are not rules of one array do not travel', () => {
  const policy = policyRow('cnns/network');
  const list = ruleList({ containerRules: [{}], hostRules: [{}] });
  const groups = rowsBelowPolicy(policy, list);
  const rules = groups.flatMap((group) => (group.kind === 'array' ? rowsBelowArray(group, list) : []));
  assert.equal(rules.length, 2);
  assert.equal(payloadOf(rules), undefined);
  assert.equal(payloadOf([policy]), undefined);
  assert.equal(payloadOf([]), undefined);
});
