import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import {
  childrenOf,
  describeConflictNode,
  isConflictRow,
  mergeNode,
} from '../../../../src/vscode/merge/conflictNode.ts';
import { MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';

function policy(condition: string): JsonObject {
  return fromPlain({
    policyType: 'hostVulnerability',
    rules: [{ name: 'r', condition, collections: [{ name: 'All' }] }],
  }) as JsonObject;
}

function session(base: JsonObject | undefined = policy('alert')): MergeSession {
  const kind = policyKind('vulnerability/host');
  assert.ok(kind);
  return new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind,
    base,
    mine: policy('block'),
    live: policy('ignore'),
    seen: { liveHash: '', mineText: '', baseHash: undefined },
  });
}

test('a conflict is open, can be chosen and reopened, and rows say so', () => {
  const merge = session();
  const node = mergeNode(merge);
  const [row] = childrenOf(node).filter(isConflictRow);
  assert.ok(row);
  const describe = () => describeConflictNode(row);
  assert.equal(describe().label, 'r · condition');
  assert.equal(
    describe().accessibilityLabel,
    'r · condition, changed on both sides, unresolved, Base: "alert", Mine: "block", Live: "ignore"',
  );
  assert.match(describeConflictNode(node).accessibilityLabel, /: 1 conflict is unresolved$/);
  merge.choose([row.conflict], 'live');
  assert.equal(merge.result.open.length, 0);
  assert.match(describe().accessibilityLabel, /resolved: live/);
  assert.ok(describe().capabilities.includes('canReopen'));
  assert.ok(describeConflictNode(node).capabilities.includes('canApply'));
  const sides = childrenOf(row).map((side) => describeConflictNode(side));
  assert.deepEqual(
    sides.map(({ accessibilityLabel }) => accessibilityLabel),
    ['Base: "alert"', 'Mine: "block"', 'Live: "ignore", accepted'],
  );
  merge.choose([row.conflict], undefined);
  assert.equal(merge.result.open.length, 1);
});

test('without a base the base is not known, and nothing is merged by itself', () => {
  const kind = policyKind('vulnerability/host');
  assert.ok(kind);
  const merge = new MergeSession({ ...session().input, base: undefined });
  const [row] = childrenOf(mergeNode(merge));
  assert.ok(row);
  const [base] = childrenOf(row);
  assert.ok(base);
  assert.equal(describeConflictNode(base).description, 'unknown');
});

test('a rule is edited as a whole, found under whatever name, and can be given up for one side', () => {
  const named = (name: string, condition: string, notes: string, more: object = {}): JsonObject =>
    fromPlain({
      policyType: 'hostVulnerability',
      rules: [
        { name: 'first', collections: [{ name: 'All' }] },
        { name, condition, notes, collections: [{ name: 'All' }], ...more },
      ],
    }) as JsonObject;
  const merge = new MergeSession({
    ...session().input,
    base: named('r', 'alert', 'base'),
    mine: named('renamed', 'block', 'mine', { previousName: 'r' }),
    live: named('r', 'ignore', 'live'),
  });
  const [condition, notes] = merge.result.conflicts;
  assert.ok(condition && notes);
  assert.equal(merge.result.conflicts.length, 2);
  const sides = (['base', 'mine', 'live'] as const).map(
    (side) => merge.partWith(condition, side) as JsonObject | undefined,
  );
  assert.deepEqual(
    sides.map((rule) => [rule?.get('name'), rule?.get('condition'), rule?.get('notes')]),
    [
      ['renamed', 'alert', 'mine'],
      ['renamed', 'block', 'mine'],
      ['renamed', 'ignore', 'mine'],
    ],
    'the sides differ in the member that is in conflict and in nothing else',
  );
  const part = merge.partIn(merge.result, condition);
  assert.equal(part?.get('name'), 'renamed');
  assert.equal(part?.get('condition'), 'block', 'mine stands in for what is open');
  merge.edit(condition, new Map(part).set('condition', 'alert'));
  assert.deepEqual(merge.result.open, []);
  assert.equal(typeof merge.choiceOf(notes), 'object');
  assert.equal(merge.partIn(merge.result, notes)?.get('condition'), 'alert');
  merge.choose([notes], 'live');
  assert.deepEqual(
    merge.result.open.map(({ path }) => path),
    ['condition'],
  );
});

test('an entity of one side to which a rule of the other refers did not change on both sides', () => {
  const kind = policyKind('cnns/network');
  const document = (entities: readonly object[], ...rules: readonly (readonly [string, number])[]) =>
    fromPlain({
      networkEntities: [{ _id: 1, name: 'web' }, ...entities],
      containerRules: rules.map(([name, dst], at) => ({ id: at + 1, name, src: 1, dst, effect: 'allow' })),
    }) as JsonObject;
  const merge = new MergeSession({
    ...session().input,
    kind,
    base: document([]),
    mine: document([], ['to nothing', 3]),
    live: document([{ _id: 3, name: 'secret-db' }], ['to secrets', 3]),
  });
  const rows = childrenOf(mergeNode(merge)).filter(isConflictRow);
  const row = rows.find(({ conflict }) => conflict.path === 'networkEntities[3]');
  assert.ok(row);
  assert.match(describeConflictNode(row).description ?? '', /^on one side only/);
});
