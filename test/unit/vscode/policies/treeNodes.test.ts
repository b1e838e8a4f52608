import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { MAX_LIST_LENGTH, partSize } from '../../../../src/core/util/listParts.ts';
import type { TreeNode } from '../../../../src/vscode/policies/treeNodes.ts';
import { consoleId, indexOf, policyRows, ruleRows } from './support.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `rule ${index}` }));
const below = (row: TreeNode | undefined): readonly TreeNode[] =>
  (row?.children() ?? []) as readonly TreeNode[];

test('every policy of the table has one row, under its family', () => {
  const rows = policyRows();
  assert.deepEqual(
    rows.map(({ id }) => id).sort(),
    policyKinds.map(({ name }) => `${consoleId}/${name}`).sort(),
  );
});

test('rules stand in the order of the file and keep their row when they move', () => {
  const before = ruleRows('vulnerability/images', { rules: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  const after = ruleRows('vulnerability/images', { rules: [{ name: 'c' }, { name: 'a' }, { name: 'b' }] });
  const ids = (rows: typeof before) => rows.map(({ id }) => id);
  assert.deepEqual(ids(after), [ids(before)[2], ids(before)[0], ids(before)[1]]);
  assert.deepEqual(after.map(indexOf), [0, 1, 2]);
});

test('rules of one name, and of none, have rows of their own', () => {
  const rules = [{ name: 'a' }, { name: 'a' }, {}, {}, { name: '1:a' }];
  const rows = ruleRows('vulnerability/images', { rules });
  assert.equal(new Set(rows.map(({ id }) => id)).size, 5);
});

test('a policy with two arrays groups them', () => {
  const groups = ruleRows('cnns/network', {
    containerRules: [{ name: 'a' }],
    hostRules: [{ name: 'a' }, { name: 'b' }],
  });
  assert.deepEqual(
    groups.map(({ kind, drop, describe }) => [kind, drop?.array, describe().description]),
    [
      ['array', 'containerRules', '1 rule'],
      ['array', 'hostRules', '2 rules'],
    ],
  );
  const [container, host] = groups;
  assert.equal(below(host).length, 2);
  assert.notEqual(below(container)[0]?.id, below(host)[0]?.id);
});

test('a long list is shown in pages that hold every rule once', () => {
  const pages = ruleRows('vulnerability/images', { rules: many(10_001) });
  assert.equal(pages.length, Math.ceil(10_001 / partSize));
  assert.deepEqual(
    pages.flatMap(below).map(indexOf),
    many(10_001).map((_, index) => index),
  );
  assert.equal(ruleRows('vulnerability/images', { rules: many(MAX_LIST_LENGTH) }).length, MAX_LIST_LENGTH);
});

test('each row leads to what lies below it, and to nothing else', () => {
  const rule = (array: string, index: number) =>
    ({ kind: 'rule', consoleId, policy: 'cnns/network', array, index }) as const;
  const groups = ruleRows('cnns/network', { containerRules: many(2), hostRules: many(1500) });
  const path = (array: string, index: number): (string | undefined)[] => {
    const ids: (string | undefined)[] = [];
    for (let rows = groups; rows.length > 0;) {
      const row = rows.find((each) => each.leadsTo(rule(array, index)));
      ids.push(row?.id.replace(`${consoleId}/cnns/network/`, ''));
      rows = below(row);
    }
    return ids;
  };
  assert.deepEqual(path('hostRules', 1499), [
    'hostRules',
    'hostRules/page/1000',
    'hostRules/rule/0:rule 1499',
  ]);
  assert.deepEqual(path('containerRules', 1), ['containerRules', 'containerRules/rule/0:rule 1']);
  assert.deepEqual(path('containerRules', 2), ['containerRules', undefined]);
});
