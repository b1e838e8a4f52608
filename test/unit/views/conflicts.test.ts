import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../src/model/families.ts';
import { fromPlain, type JsonObject } from '../../../src/model/json.ts';
import { conflictRows, mergeNode, sideNodes } from '../../../src/views/conflicts/conflictNode.ts';
import { describeConflictNode } from '../../../src/views/conflicts/describeConflict.ts';
import { MergeSession } from '../../../src/views/conflicts/mergeSession.ts';
import { english } from './support.ts';

function policy(effect: string): JsonObject {
  return fromPlain({
    policyType: 'hostVulnerability',
    rules: [{ name: 'r', effect, collections: [{ name: 'All' }] }],
  }) as JsonObject;
}

function session(base: JsonObject | undefined = policy('alert')): MergeSession {
  const kind = policyKind('vulnerability/host');
  assert.ok(kind);
  return new MergeSession({
    consoleId: 'c',
    kind,
    base,
    mine: policy('block'),
    live: policy('ignore'),
    seen: { liveHash: '', liveText: '', mineText: '' },
  });
}

test('a conflict is open, can be chosen and reopened, and rows say so', () => {
  const merge = session();
  const node = mergeNode(merge);
  const [row] = conflictRows(node);
  assert.ok(row);
  const describe = () => describeConflictNode(row, 'prod', english);
  assert.equal(describe().label, 'r · effect');
  assert.equal(
    describe().accessibilityLabel,
    'r · effect, changed twice, open, Base: alert, Mine: block, Live: ignore',
  );
  assert.match(describeConflictNode(node, 'prod', english).accessibilityLabel, /1 of 1 open$/);
  merge.choose(row.conflict.id, 'live');
  assert.equal(merge.result.open.length, 0);
  assert.match(describe().accessibilityLabel, /live chosen/);
  assert.ok(describe().capabilities.includes('canReopen'));
  assert.ok(describeConflictNode(node, 'prod', english).capabilities.includes('canApply'));
  const sides = sideNodes(row).map((side) => describeConflictNode(side, 'prod', english));
  assert.deepEqual(
    sides.map(({ accessibilityLabel }) => accessibilityLabel),
    ['Base: alert', 'Mine: block', 'Live: ignore, chosen'],
  );
  merge.choose(row.conflict.id, undefined);
  assert.equal(merge.result.open.length, 1);
});

test('without a base the base is not known, and nothing is merged by itself', () => {
  const kind = policyKind('vulnerability/host');
  assert.ok(kind);
  const merge = new MergeSession({ ...session().input, base: undefined });
  const [row] = conflictRows(mergeNode(merge));
  assert.ok(row);
  const [base] = sideNodes(row);
  assert.ok(base);
  assert.equal(describeConflictNode(base, 'prod', english).description, 'not known');
});
