import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { canonicalPolicy } from '../canonicalForm.ts';
import { arrayAt, fromPlain, stringAt, toPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { wholeOf, type MergeChoice } from '../../../../src/core/policy/merge/mergeConflict.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';
import { bases, edited, edits, kind, losesNothing, policy, rule, type Rule } from './randomMerges.ts';

const names = (document: JsonObject): (string | undefined)[] =>
  arrayAt(document, 'rules').map((one) => stringAt(one as JsonObject, 'name'));
const merge = (
  base: readonly Rule[],
  mine: readonly Rule[],
  live: readonly Rule[],
  choices?: Map<string, MergeChoice>,
) => mergePolicies(kind, policy(base), policy(mine), policy(live), choices);

const a = rule('a');
const b = rule('b');
const c = rule('c');
const d = rule('d');

describe('mergePolicies', () => {
  it('takes a rule that was edited as a whole, and settles every conflict in it', () => {
    const sides = [
      [rule('a', { notes: 'base', graceDays: 1 }), b],
      [rule('a', { notes: 'mine', graceDays: 2 }), rule('b', { notes: 'mine' })],
      [rule('a', { notes: 'live', graceDays: 3 }), rule('b', { notes: 'live' })],
    ] as const;
    const before = merge(...sides);
    assert.deepEqual(
      before.open.map(({ rule: name, path }) => `${name} ${path}`),
      ['a notes', 'a graceDays', 'b notes'],
    );
    const edited = fromPlain(rule('renamed', { notes: 'both' })) as JsonObject;
    const whole = wholeOf(before.open[0]!);
    const { merged, open, conflicts } = merge(...sides, new Map([[whole, { value: edited }]]));
    assert.deepEqual(
      open.map(({ rule: name, path }) => `${name} ${path}`),
      ['b notes'],
    );
    assert.equal(conflicts.length, 3);
    assert.deepEqual(names(merged), ['renamed', 'b']);
    assert.deepEqual(names(merge(...sides, new Map([[whole, { value: undefined }]])).merged), ['b']);
  });

  it('takes changes on different rules, and on different members of one rule', () => {
    const { merged, conflicts } = merge(
      [a, b],
      [rule('a', { notes: 'mine' }), rule('b', { notes: 'mine' })],
      [a, rule('b', { graceDays: 3 })],
    );
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      toPlain(canonicalPolicy(kind, merged)),
      toPlain(
        canonicalPolicy(
          kind,
          policy([rule('a', { notes: 'mine' }), rule('b', { notes: 'mine', graceDays: 3 })]),
        ),
      ),
    );
  });

  it('takes a move of mine and an insertion of live', () => {
    const { merged, conflicts } = merge([a, b, c], [b, a, c], [a, b, d, c]);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(names(merged), ['b', 'a', 'd', 'c']);
  });

  it('does not guess where a rule goes that was put above one that the other side moved over it', () => {
    const { conflicts } = merge([a, b, c], [c, a, b], [a, b, d, c]);
    assert.deepEqual(
      conflicts.map(({ kind }) => kind),
      ['order'],
    );
  });

  it('does not guess which of two rules has a name that one side added and the other gave by renaming', () => {
    const renamed = { ...c, name: 'd' };
    const { open, merged } = merge([a, b, c], [a, b, c, d], [a, b, renamed]);
    assert.deepEqual(
      open.map(({ rule, path, mine, live }) => [rule, path, mine, live]),
      [['c', 'name', 'c', 'd']],
    );
    assert.deepEqual(names(merged), ['a', 'b', 'c', 'd']);
    const id = open[0]?.id ?? '';
    assert.deepEqual(merge([a, b, c], [a, b, c, d], [a, b, renamed], new Map([[id, 'mine']])).open, []);
  });

  it('settles each of several rules of one name by itself', () => {
    const same = (of: string, days: number) => rule('same', { notes: of, graceDays: days });
    const three = [
      [same('1', 1), same('2', 1)],
      [same('1', 2), same('2', 20)],
      [same('1', 3), same('2', 30)],
    ] as const;
    const [base, mine, live] = three;
    const { open } = merge(base, mine, live);
    assert.deepEqual(
      open.map(({ nth }) => nth),
      [undefined, 2],
    );
    const [first, second] = open;
    assert.ok(first && second);
    const one = merge(base, mine, live, new Map([[first.id, 'live']]));
    assert.deepEqual(
      one.open.map(({ id }) => id),
      [second.id],
    );
    const edited = merge(base, mine, live, new Map([[wholeOf(second), { value: undefined }]]));
    assert.deepEqual(
      edited.open.map(({ id }) => id),
      [first.id],
    );
  });

  it('takes moves of different rules', () => {
    const e = rule('e');
    const { merged, conflicts } = merge([a, b, c, d, e], [b, a, c, d, e], [a, b, c, e, d]);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(names(merged), ['b', 'a', 'c', 'e', 'd']);
  });

  it('merges exceptions by their id', () => {
    const one = { id: 'CVE-1', effect: 'ignore' };
    const two = { id: 'CVE-2', effect: 'ignore' };
    const three = { id: 'CVE-3', effect: 'ignore' };
    const { merged, conflicts } = merge(
      [rule('a', { cveRules: [one] })],
      [rule('a', { cveRules: [one, two] })],
      [rule('a', { cveRules: [three, one] })],
    );
    assert.deepEqual(conflicts, []);
    const ids = arrayAt(arrayAt(merged, 'rules')[0] as JsonObject, 'cveRules').map((item) =>
      stringAt(item as JsonObject, 'id'),
    );
    assert.deepEqual(new Set(ids), new Set(['CVE-1', 'CVE-2', 'CVE-3']));
    assert.equal(ids.length, 3);
  });

  it('finds the same member changed on both sides, and takes the choice', () => {
    const three = [
      [rule('a', { notes: 'base' })],
      [rule('a', { notes: 'mine' })],
      [rule('a', { notes: 'live' })],
    ] as const;
    const { open } = merge(...three);
    assert.deepEqual(
      open.map(({ kind: what, rule: name, path, base, mine, live }) => ({
        what,
        name,
        path,
        base,
        mine,
        live,
      })),
      [{ what: 'field', name: 'a', path: 'notes', base: 'base', mine: 'mine', live: 'live' }],
    );
    for (const [choice, expected] of [
      ['mine', 'mine'],
      ['live', 'live'],
      [{ value: 'both' }, 'both'],
    ] as const) {
      const settled = merge(...three, new Map([[open[0]!.id, choice]]));
      assert.deepEqual(settled.open, []);
      assert.equal(stringAt(arrayAt(settled.merged, 'rules')[0] as JsonObject, 'notes'), expected);
    }
  });

  it('finds a rule deleted on one side and changed on the other', () => {
    const changed = rule('a', { graceDays: 9 });
    const { open } = merge([a, b], [b], [changed, b]);
    assert.deepEqual(
      open.map(({ kind: what, rule: name }) => [what, name]),
      [['deleted', 'a']],
    );
    assert.deepEqual(names(merge([a, b], [b], [changed, b], new Map([[open[0]!.id, 'live']])).merged), [
      'a',
      'b',
    ]);
    assert.deepEqual(names(merge([a, b], [b], [changed, b], new Map([[open[0]!.id, 'mine']])).merged), ['b']);
  });

  it('deletes what one side deleted and the other left alone', () => {
    const { merged, conflicts } = merge([a, b, c], [a, c], [a, b, c, d]);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(names(merged), ['a', 'c', 'd']);
  });

  it('does not decide between two insertions into the same gap', () => {
    const { open } = merge([a, b], [a, c, b], [a, d, b]);
    assert.deepEqual(
      open.map(({ kind: what, mine, live }) => ({ what, mine, live })),
      [{ what: 'order', mine: ['a', 'c', 'b'], live: ['a', 'd', 'b'] }],
    );
    assert.deepEqual(
      names(merge([a, b], [a, c, b], [a, d, b], new Map([[open[0]!.id, 'live']])).merged),
      ['a', 'c', 'd', 'b'].filter((name) => name !== 'c').toSpliced(1, 0, 'c'),
    );
  });

  it('does not decide where a rule goes that both moved to different places', () => {
    const { open } = merge([a, b, c, d], [d, a, b, c], [a, d, b, c]);
    assert.deepEqual(
      open.map(({ kind: what }) => what),
      ['order'],
    );
  });

  it('merges the two arrays of the network policy on their own', () => {
    const network = policyKind('cnns/network');
    const document = (containers: readonly string[], hosts: readonly string[]): JsonObject =>
      fromPlain({
        containerRules: containers.map((name) => ({ name, src: 1, dst: 2 })),
        hostRules: hosts.map((name) => ({ name, src: 1, dst: 2 })),
      }) as JsonObject;
    const { merged, conflicts } = mergePolicies(
      network,
      document(['x', 'y'], ['x']),
      document(['y', 'x'], ['x']),
      document(['x', 'y'], ['x', 'z']),
    );
    assert.deepEqual(conflicts, []);
    assert.deepEqual(toPlain(merged), toPlain(document(['y', 'x'], ['x', 'z'])));
  });
});

const same = (one: JsonObject, other: JsonObject): void =>
  assert.deepEqual(toPlain(canonicalPolicy(kind, one)), toPlain(canonicalPolicy(kind, other)));

it('asks when moves go round in a circle: one side puts b before a, the other c before b, and nobody c before a', () => {
  const more = [d, rule('e'), rule('f')];
  const { open } = merge([a, b, c, ...more], [b, a, c, ...more], [a, c, b, ...more]);
  assert.deepEqual(
    open.map(({ kind: what }) => what),
    ['order'],
  );
});

it('tells rules of one name apart by their place', () => {
  const { merged, conflicts } = merge([], [a, a], [a, a]);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(names(merged), ['a', 'a']);
});

describe('mergePolicies, for any edits', () => {
  it('gives the side that changed something when the other did not', () => {
    fc.assert(
      fc.property(bases, edits, (base, changes) => {
        const changed = edited(base, changes, 'mine');
        for (const [mine, live] of [
          [changed, base],
          [base, changed],
          [changed, changed],
        ] as const) {
          const { merged, conflicts } = merge(base, mine, live);
          assert.deepEqual(conflicts, []);
          same(merged, policy(changed));
        }
      }),
    );
  });

  it('says the same whichever side is called mine', () => {
    fc.assert(
      fc.property(bases, edits, edits, (base, first, second) => {
        const mine = edited(base, first, 'mine');
        const live = edited(base, second, 'live');
        const one = merge(base, mine, live);
        const other = merge(base, live, mine);
        assert.equal(one.open.length === 0, other.open.length === 0);
        if (one.open.length === 0) {
          same(one.merged, other.merged);
        }
      }),
    );
  });

  it('loses no edit of either side without naming it in a conflict', () => {
    fc.assert(losesNothing);
  });

  it('has nothing open once every conflict is settled, for either side', () => {
    fc.assert(
      fc.property(
        bases,
        edits,
        edits,
        fc.constantFrom('mine' as const, 'live' as const),
        (base, first, second, side) => {
          const mine = edited(base, first, 'mine');
          const live = edited(base, second, 'live');
          const choices = new Map(merge(base, mine, live).open.map(({ id }) => [id, side]));
          assert.deepEqual(
            merge(base, mine, live, choices).open.filter(({ id }) => choices.has(id)),
            [],
          );
        },
      ),
    );
  });
});
