import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { arrayAt, stringAt, type JsonObject } from '../../../../src/core/json/json.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';
import { kind, policy, rule, type Rule } from './randomMerges.ts';
import { asksWithoutBase, isSymmetric, losesNothingOfTwins } from './randomWorlds.ts';

const merge = (base: readonly Rule[], mine: readonly Rule[], live: readonly Rule[]) => {
  const { merged, open } = mergePolicies(kind, policy(base), policy(mine), policy(live));
  return {
    notes: arrayAt(merged, 'rules').map((one) => stringAt(one as JsonObject, 'notes')),
    asked: open.map(({ kind: what, rule: of, path }) => `${what} ${of} ${path}`.trim()),
  };
};

const twin = (notes: string, graceDays: number): Rule => rule('x', { notes, graceDays });
const [one, two] = [
  { ...twin('1', 1), cveRules: [{ id: 'CVE-1', effect: 'alert' }] },
  { ...twin('2', 2), cveRules: [{ id: 'CVE-2', effect: 'alert' }] },
];

describe('rules of one name', () => {
  it('keep their edits where the other side removed one above', () => {
    assert.deepEqual(merge([one, two], [two], [one, { ...two, notes: 'live' }]), {
      notes: ['live'],
      asked: [],
    });
    assert.deepEqual(merge([one, two], [{ ...two, graceDays: 9 }], [one, { ...two, notes: 'live' }]), {
      notes: ['live'],
      asked: [],
    });
  });

  it('are asked about where one may be what became of a rule that the other side removed', () => {
    const other = twin('m', 7);
    assert.deepEqual(merge([one, two], [other, two], [two]).asked, ['deleted x']);
    assert.deepEqual(merge([one, two], [other, two], [one, two]), { notes: ['m', '2'], asked: [] });
  });

  it('meet without a base where both sides may have edited the same one', () => {
    const { asked } = merge([one, two], [twin('m', 7), two], [{ ...one, graceDays: 5 }, two]);
    assert.deepEqual(asked, ['field x notes', 'field x graceDays', 'field x cveRules']);
  });
});

describe('a rule that says which name it had before', () => {
  it('keeps its edits where a new rule has that name', () => {
    const renamed = { ...one, name: 'was x', previousName: 'x' };
    const { notes, asked } = merge([one], [twin('new', 9), renamed], [{ ...one, notes: 'live' }]);
    assert.deepEqual(notes, ['new', 'live']);
    assert.deepEqual(asked, []);
  });

  it('is asked about where the rule with its old name is still there and the other side changed it', () => {
    const renamed = { ...one, name: 'u', previousName: 'x' };
    const { asked } = merge([one], [renamed, { ...one, graceDays: 9 }], [{ ...one, cveRules: [] }]);
    assert.deepEqual(asked, ['deleted u']);
  });

  it('is none that has its old name and the name of another rule that is gone', () => {
    const other = rule('y', { notes: 'y', graceDays: 3 });
    const renamed = { ...one, name: 'y', previousName: 'x' };
    assert.deepEqual(merge([one, other], [renamed], [other]), { notes: ['1'], asked: ['deleted x'] });
  });

  it('is none of several rules of that name but the one that it is like', () => {
    const renamed = { ...two, name: 'y', previousName: 'x' };
    const { notes, asked } = merge([one, two], [renamed], [{ ...one, notes: 'live' }, two]);
    assert.deepEqual(notes.slice(0, 1), ['2']);
    assert.deepEqual(asked, ['deleted x']);
  });
});

describe('a rule that was renamed without a word', () => {
  it('is asked about where the other side removed it', () => {
    const { asked } = merge([one], [{ ...one, name: 'u', graceDays: 9 }], []);
    assert.deepEqual(asked, ['deleted u']);
  });
});

describe('in worlds with names that come several times, and items that both sides add', () => {
  it('nothing is lost, and nothing lands on another rule, without a conflict', () => {
    fc.assert(losesNothingOfTwins, { numRuns: 1000 });
  });

  it('the same is kept whichever side is called mine', () => {
    fc.assert(isSymmetric, { numRuns: 500 });
  });

  it('everything that differs is asked without a base', () => {
    fc.assert(asksWithoutBase, { numRuns: 500 });
  });
});
