import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { mergedQuietly } from '../../../../src/vscode/merge/mergeText.ts';
import { MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';
import { must } from '../../order/truth.ts';

const seen = { liveHash: '', mineText: '', baseHash: undefined };

function merging(base: object[], mine: object[], live: object[], outside: readonly object[] = []) {
  const policy = (rules: object[], at: number): JsonObject =>
    fromPlain({ ...outside[at], rules }) as JsonObject;
  const session = new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind: must(policyKind('runtime/host')),
    base: policy(base, 0),
    mine: policy(mine, 1),
    live: policy(live, 2),
    seen,
  });
  const { conflicts } = session.result;
  return { session, conflicts, told: () => mergedQuietly(session, () => undefined) };
}

const live = 'From the live policy, without a conflict:';
const own = 'Only in your file, without a conflict:';

test('whatever is chosen of a rule, all that comes by itself from either side is listed', () => {
  const { session, conflicts, told } = merging(
    [{ name: 'r', notes: 'b', alpha: 1, beta: 1 }, { name: 'x' }],
    [{ name: 'r', notes: 'm', alpha: 1, beta: 2 }, { name: 'x' }],
    [{ name: 'r', notes: 'l', alpha: 2, beta: 1 }, { name: 'x' }],
  );
  assert.equal(conflicts.length, 1);
  for (const choice of [undefined, 'mine', 'live', 'base', { value: 'edited' }] as const) {
    session.choose(conflicts.slice(0, 1), choice);
    assert.deepEqual(
      told(),
      [live, '    "r" changed: alpha', own, '    "r" changed: beta'],
      JSON.stringify(choice),
    );
  }
});

const more = (name: string): object => ({ name, collections: [{ name }], gamma: name, delta: `${name} 2` });

test('what was asked about is not listed, also where the rule is called otherwise', () => {
  const { session, conflicts, told } = merging(
    [
      { ...more('r'), notes: 'b' },
      { ...more('s'), notes: 'b' },
      { ...more('t'), notes: 'b' },
    ],
    [
      { ...more('r'), name: 'mine', previousName: 'r', notes: 'm' },
      { ...more('t'), notes: 'm' },
    ],
    [
      { ...more('r'), notes: 'l' },
      { ...more('s'), notes: 'l' },
    ],
  );
  assert.equal(conflicts.length, 3);
  for (const choice of [undefined, 'mine', 'live', 'base'] as const) {
    session.choose(conflicts, choice);
    assert.deepEqual(told(), [own, '    "mine" renamed from "r"'], choice);
  }
});

test('of a name that was asked about it is not said that it came by itself, and of the rest it is', () => {
  const { session, conflicts, told } = merging(
    [more('r')],
    [{ ...more('r'), name: 'mine' }],
    [{ ...more('r'), name: 'live', previousName: 'r', delta: 'changed' }],
  );
  assert.equal(conflicts.length, 1);
  for (const choice of [undefined, 'mine', 'live', 'base'] as const) {
    session.choose(conflicts, choice);
    assert.deepEqual(told(), [live, '    "mine" changed: delta'], choice);
  }
});

test('an order that is asked about as soon as a removed rule comes back is not said to come by itself', () => {
  const { session, conflicts, told } = merging(
    [more('x'), more('k'), more('y')],
    [more('y'), more('x')],
    [more('x'), { ...more('k'), delta: 'changed' }, more('y')],
  );
  assert.deepEqual(told(), []);
  session.choose(conflicts, 'live');
  assert.deepEqual(
    session.result.open.map(({ kind }) => kind),
    ['order'],
  );
  assert.deepEqual(told(), []);
});

test('members outside the rules are listed, too', () => {
  const rules = [{ name: 'r' }];
  const { told } = merging(rules, rules, rules, [
    { alpha: 1, beta: 1 },
    { alpha: 2, beta: 1 },
    { alpha: 1, beta: 2 },
  ]);
  const outside = '    Policy-level fields changed';
  assert.deepEqual(told(), [live, outside, own, outside]);
});
