import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, toPlain, type JsonObject, type JsonValue } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';
import { must } from '../../order/truth.ts';
import {
  checkOf,
  clippedTexts,
  differingParts,
  severityOf,
  twinOf,
} from '../../../../src/core/policy/merge/conflictParts.ts';

const words = (...more: readonly string[]): JsonValue =>
  fromPlain([...Array.from({ length: 30 }, (_, at) => `word ${at}`), ...more]);

test('of lists and objects the parts stay that not all sides have', () => {
  const conflict = { id: '', kind: 'field', path: 'x' } as const;
  const lists = { base: words(), mine: words('m'), live: words('l') };
  assert.deepEqual(differingParts({ ...conflict, ...lists }), {
    base: [],
    mine: ['m'],
    live: ['l'],
    same: 30,
  });
  const of = (name: string): JsonValue => fromPlain({ name, more: words() as readonly string[] });
  const { mine, live, same } = differingParts({ ...conflict, base: undefined, mine: of('m'), live: of('l') });
  assert.deepEqual(
    [mine, live].map((side) => ({ ...(toPlain(side ?? null) as object) })),
    [{ name: 'm' }, { name: 'l' }],
  );
  assert.equal(same, 1);
});

test('a list in another order, one side alone and what is short stay whole', () => {
  const conflict = { id: '', kind: 'field', path: 'x', base: undefined } as const;
  const list = words() as readonly string[];
  const turned = { ...conflict, mine: list, live: list.toReversed() };
  assert.deepEqual(differingParts(turned).mine, list);
  assert.deepEqual(differingParts({ ...conflict, mine: list, live: undefined }).mine, list);
  assert.deepEqual(differingParts({ ...conflict, mine: ['a', 'b'], live: ['a'] }).mine, ['a', 'b']);
});

test('long texts begin shortly before they differ, short ones at their beginning', () => {
  const [one, two] = ['one', 'two'].map((word) => `${'a'.repeat(100)}${word}${'b'.repeat(100)}`);
  assert.ok(one !== undefined && two !== undefined);
  const [first = '', second = ''] = clippedTexts([one, two], 40);
  assert.match(first, /^…a{20}oneb+…$/);
  assert.match(second, /^…a{20}twob+…$/);
  assert.deepEqual(clippedTexts(['short', 'shore'], 40), ['short', 'shore']);
  assert.deepEqual(clippedTexts([one], 10), [`${'a'.repeat(10)}…`]);
});

test('thresholds have names, and checks have numbers', () => {
  const [four, two] = [4, 2].map((value) => fromPlain(value));
  assert.equal(severityOf({ path: 'blockThreshold.value' }, four), 'medium');
  assert.equal(severityOf({ path: 'pkgTypesThresholds[gem].alertThreshold.value' }, four), 'medium');
  assert.equal(severityOf({ path: 'blockThreshold.value' }, two), undefined);
  assert.equal(severityOf({ path: 'graceDays' }, four), undefined);
  assert.deepEqual(checkOf({ path: 'condition.vulnerabilities[41].block' }), { id: '41', member: 'block' });
  assert.deepEqual(checkOf({ path: 'condition.vulnerabilities[41]' }), { id: '41', member: undefined });
  assert.equal(checkOf({ path: 'condition' }), undefined);
});

test('a conflict about one of several rules of a name says which one it is', () => {
  const kind = must(policyKind('vulnerability/images'));
  const read = (...rules: object[]): JsonObject =>
    fromPlain({ policyType: kind.identity.value, rules }) as JsonObject;
  const twin = (team: string, graceDays: number): object => ({
    name: 'x',
    notes: 'same',
    graceDays,
    collections: [{ name: team }],
  });
  const base = read(twin('a', 1), twin('b', 2));
  const sides = { mine: read(twin('a', 1), twin('b', 9)), live: read(twin('a', 1)) };
  const open = (mine: JsonObject, live: JsonObject) => mergePolicies(kind, base, mine, live).open;
  const [conflict] = open(sides.mine, sides.live);
  assert.deepEqual(twinOf(sides, must(conflict)), {
    side: 'mine',
    at: 2,
    field: { key: 'collections', text: 'b' },
  });
  const alone = { mine: read(twin('b', 9)), live: read() };
  assert.equal(twinOf(alone, must(open(alone.mine, alone.live)[0])), undefined);
});
