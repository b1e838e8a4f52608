import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { MAX_LIST_LENGTH, partSize } from '../../../../src/core/util/listParts.ts';
import {
  consoleNode,
  familyNodes,
  policyNodes,
  rowsBelow,
  ruleNodeAt,
} from '../../../../src/vscode/policies/treeNodes.ts';
import { policyRow, ruleList } from './support.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `rule ${index}` }));

test('every policy of the table has one row, under its family', () => {
  const rows = familyNodes(consoleNode('home#prod')).flatMap(policyNodes);
  assert.deepEqual(rows.map((row) => row.policy.name).sort(), policyKinds.map(({ name }) => name).sort());
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test('rules stand in the order of the file and keep their row when they move', () => {
  const policy = policyRow('vulnerability/images');
  const before = rowsBelow(policy, ruleList({ rules: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }));
  const after = rowsBelow(policy, ruleList({ rules: [{ name: 'c' }, { name: 'a' }, { name: 'b' }] }));
  const ids = (rows: typeof before) => rows.map(({ id }) => id);
  assert.deepEqual(ids(after), [ids(before)[2], ids(before)[0], ids(before)[1]]);
  assert.deepEqual(
    after.map((row) => row.kind === 'rule' && row.target.index),
    [0, 1, 2],
  );
});

test('rules of one name, and of none, have rows of their own', () => {
  const list = ruleList({ rules: [{ name: 'a' }, { name: 'a' }, {}, {}, { name: '1:a' }] });
  const rows = rowsBelow(policyRow('vulnerability/images'), list);
  assert.equal(new Set(rows.map(({ id }) => id)).size, 5);
});

test('a policy with two arrays groups them', () => {
  const policy = policyRow('cnns/network');
  const list = ruleList({ containerRules: [{ name: 'a' }], hostRules: [{ name: 'a' }, { name: 'b' }] });
  const groups = rowsBelow(policy, list);
  assert.deepEqual(
    groups.map((row) => row.kind === 'array' && [row.array, row.count]),
    [
      ['containerRules', 1],
      ['hostRules', 2],
    ],
  );
  const [container, host] = groups;
  assert.ok(container?.kind === 'array' && host?.kind === 'array');
  assert.equal(rowsBelow(host, list).length, 2);
  assert.notEqual(rowsBelow(container, list)[0]?.id, rowsBelow(host, list)[0]?.id);
});

test('a long list is shown in pages that hold every rule once', () => {
  const policy = policyRow('vulnerability/images');
  const list = ruleList({ rules: many(10_001) });
  const pages = rowsBelow(policy, list);
  assert.equal(pages.length, Math.ceil(10_001 / partSize));
  const rules = pages.flatMap((page) => (page.kind === 'page' ? rowsBelow(page, list) : []));
  assert.deepEqual(
    rules.map((row) => row.kind === 'rule' && row.target.index),
    many(10_001).map((_, index) => index),
  );
  assert.equal(rowsBelow(policy, ruleList({ rules: many(MAX_LIST_LENGTH) })).length, MAX_LIST_LENGTH);
});

test('a rule is found with the rows above it', () => {
  const policy = policyRow('vulnerability/images');
  const row = ruleNodeAt(policy, ruleList({ rules: many(3000) }), 'rules', 1234);
  assert.equal(row?.rule.name, 'rule 1234');
  assert.equal(row?.parent.kind === 'page' && row.parent.from, 1000);
  assert.equal(row?.parent.parent, policy);

  const network = policyRow('cnns/network');
  const list = ruleList({ containerRules: many(2), hostRules: many(1500) });
  const host = ruleNodeAt(network, list, 'hostRules', 1499);
  assert.equal(host?.parent.kind, 'page');
  assert.equal(host?.parent.parent?.kind, 'array');
  assert.equal(ruleNodeAt(network, list, 'containerRules', 2), undefined);
});
