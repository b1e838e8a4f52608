import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { policyKind } from '../../../src/core/policy/families.ts';
import { arrayAt, fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { markRules, changesByRule, type RuleMark } from '../../../src/core/policy/ruleMark.ts';
import { mergePolicies } from '../../../src/core/policy/merge/mergePolicies.ts';
import { ruleName } from '../../../src/core/policy/ruleMatch.ts';
import { anyKind, asObject, documentOf } from './policyArbitraries.ts';

const runtime = policyKind('runtime/container');
assert.ok(runtime);

interface Told {
  readonly name: string;
  readonly value?: string;
  readonly owner?: string;
  readonly modified?: string;
  readonly previousName?: string;
}

const policy = (...rules: readonly (string | Told)[]): JsonObject =>
  asObject(
    fromPlain({
      rules: rules.map((rule) => {
        const { name, value, ...more } = typeof rule === 'string' ? { name: rule } : rule;
        return { name, collections: [{ name: `${name[0]}-scope` }], value: value ?? name[0], ...more };
      }),
    }),
  );
const marksOf = (base: JsonObject, mine: JsonObject, live?: JsonObject): Record<string, RuleMark> => {
  const { marks } = markRules(runtime, base, mine, live);
  const names = arrayAt(mine, 'rules').map((rule) => ruleName(rule));
  return Object.fromEntries(
    Array.from(marks.get('rules') ?? []).map(([index, mark]) => [names[index] ?? '', mark]),
  );
};
const abc = policy('a', 'b', 'c', 'd', 'e');

test('what is as it was has no mark', () => {
  assert.deepEqual(marksOf(abc, abc), {});
  assert.deepEqual(marksOf(abc, policy('a', 'b', 'c', 'd', 'e'), abc), {});
});

test('rules that were added, changed and renamed here', () => {
  assert.deepEqual(marksOf(abc, policy('new', 'a', { name: 'b', value: 'other' }, 'c', 'd', 'e')), {
    new: { here: { added: true }, isConflict: false },
    b: { here: { changed: true }, isConflict: false },
  });
  assert.deepEqual(marksOf(abc, policy({ name: 'a2', previousName: 'a' }, 'b', 'c', 'd', 'e')), {
    a2: { here: { renamedFrom: 'a' }, isConflict: false },
  });
});

test('a move counts the rules that were passed, whatever was added or removed before', () => {
  assert.deepEqual(marksOf(abc, policy('d', 'a', 'b', 'c', 'e')), {
    d: { here: { moved: -3 }, isConflict: false },
  });
  assert.deepEqual(marksOf(abc, policy('x', 'y', 'b', 'c', 'a', 'd', 'e'))['a'], {
    here: { moved: 2 },
    isConflict: false,
  });
  assert.deepEqual(marksOf(abc, policy('d', 'b', 'c', 'e'))['d']?.here, { moved: -2 });
});

test('what others did live says by whom and when, where the console tells', () => {
  const told: Told = { name: 'b', value: 'other', owner: ' eve ', modified: '2026-03-01T12:00:00Z' };
  assert.deepEqual(marksOf(abc, abc, policy('a', told, 'c', 'd', 'e')), {
    b: {
      live: { changed: true },
      by: { owner: 'eve', modified: new Date('2026-03-01T12:00:00Z') },
      isConflict: false,
    },
  });
  // Of a move and a removal the console keeps nothing: who is named there changed something else.
  assert.deepEqual(marksOf(abc, abc, policy({ name: 'e', owner: 'eve' }, 'a', 'b', 'c', 'd')), {
    e: { live: { moved: -4 }, isConflict: false },
  });
  assert.deepEqual(marksOf(abc, abc, policy('a', 'b', 'c', 'd')), {
    e: { live: { removed: true }, isConflict: false },
  });
});

test('dates that are none, and empty owners, are told nothing of', () => {
  for (const told of [
    { owner: '', modified: '0001-01-01T00:00:00Z' },
    { owner: '  ', modified: 'soon' },
    // What may be a date, and may be another one.
    ...['7', '2026-03-01', '2026-03-01T12:00:00', '1 March 2026', '+275760-09-13T00:00:00Z'].map(
      (modified) => ({
        owner: '',
        modified,
      }),
    ),
  ]) {
    const live = policy('a', { name: 'b', value: 'other', ...told }, 'c', 'd', 'e');
    assert.deepEqual(marksOf(abc, abc, live)['b'], { live: { changed: true }, isConflict: false });
  }
});

test('a conflict is marked where a merge would have one, and nowhere else', () => {
  const mine = policy({ name: 'a', value: 'mine' }, { name: 'b', value: 'mine' }, 'c', 'd', 'e');
  const live = policy({ name: 'a', value: 'live' }, 'b', { name: 'c', value: 'live' }, 'd', 'e');
  assert.deepEqual(marksOf(abc, mine, live), {
    a: { here: { changed: true }, live: { changed: true }, isConflict: true },
    b: { here: { changed: true }, isConflict: false },
    c: { live: { changed: true }, isConflict: false },
  });
});

test('it is counted whether what was changed on both sides merges by itself', () => {
  const conflictsOf = (mine: JsonObject, live?: JsonObject): number | undefined =>
    markRules(runtime, abc, mine, live).conflicts;
  const changes = (name: string, value: string): JsonObject =>
    policy(...['a', 'b', 'c', 'd', 'e'].map((one) => (one === name ? { name, value } : one)));
  assert.equal(conflictsOf(changes('a', 'mine'), changes('b', 'live')), 0);
  assert.equal(conflictsOf(changes('a', 'mine'), changes('a', 'live')), 1);
  assert.equal(conflictsOf(changes('a', 'mine')), undefined, 'live is not known');
  assert.equal(conflictsOf(abc, changes('a', 'live')), undefined, 'one side only');
});

test('a rule that live removed and that was changed here is a conflict', () => {
  const mine = policy({ name: 'a', value: 'mine' }, 'b', 'c', 'd', 'e');
  assert.deepEqual(marksOf(abc, mine, policy('b', 'c', 'd', 'e')), {
    a: { here: { changed: true }, live: { removed: true }, isConflict: true },
  });
});

test('rules that both sides added under one name, with different content, are a conflict', () => {
  const mine = policy('a', { name: 'n', value: 'mine' });
  const live = policy('a', { name: 'n', value: 'live', owner: 'eve' });
  assert.deepEqual(marksOf(policy('a'), mine, live)['n'], { here: { added: true }, isConflict: true });
});

test('what is new live is listed, also where no rule of the file stands for it', () => {
  const told: Told = { name: 'n', owner: 'eve', modified: '2026-03-01T12:00:00Z' };
  const { live } = markRules(runtime, abc, abc, policy('a', told, 'b', 'c', 'd'));
  assert.deepEqual(live, [
    {
      array: 'rules',
      rule: 'n',
      change: { added: true },
      by: { owner: 'eve', modified: new Date('2026-03-01T12:00:00Z') },
    },
    { array: 'rules', rule: 'e', change: { removed: true } },
  ]);
});

test('who wrote a rule last is not said to have moved it, in the list of what is new live either', () => {
  const told: Told = { name: 'e', owner: 'eve', modified: '2026-03-01T12:00:00Z' };
  const { live } = markRules(runtime, abc, abc, policy(told, 'a', 'b', 'c', 'd'));
  assert.deepEqual(live, [{ array: 'rules', rule: 'e', change: { moved: -4 } }]);
});

test('rules are marked exactly where a push has steps, and conflicts where a merge has them', () => {
  const three = anyKind.chain((kind) =>
    fc.tuple(fc.constant(kind), documentOf(kind), documentOf(kind), documentOf(kind)),
  );
  fc.assert(
    fc.property(three, ([kind, base, mine, live]) => {
      const { marks, live: changes } = markRules(kind, base, mine, live);
      const own = diffPolicies(kind, base, mine).steps;
      const theirs = diffPolicies(kind, base, live).steps;
      for (const { key } of kind.arrays) {
        const ofArray = Array.from(marks.get(key) ?? []);
        const here = new Set(ofArray.filter(([, { here: ofRule }]) => ofRule).map(([index]) => index));
        const stepped = own.flatMap((step) => ('to' in step && step.array === key ? [step.to] : []));
        assert.deepEqual(here, new Set(stepped));
        const told = theirs.filter((step) => step.kind !== 'document' && step.array === key).length;
        assert.equal(
          changes.some(({ array }) => array === key),
          told > 0,
        );
        const named = mergePolicies(kind, base, mine, live).conflicts.filter(({ array }) => array === key);
        assert.ok(ofArray.every(([, { isConflict }]) => !isConflict) || named.length > 0);
      }
    }),
  );
});

test('two rules that changed places are both marked, and told once', () => {
  const swapped = policy('a', 'c', { name: 'b', value: 'other' }, 'd', 'e');
  const pair = (name: string) => ({ changedPlacesWith: name });
  assert.deepEqual(marksOf(abc, swapped), {
    c: { here: { moved: pair('b') }, isConflict: false },
    b: { here: { changed: true, moved: pair('c') }, isConflict: false },
  });
  assert.deepEqual(Object.keys(marksOf(abc, abc, swapped)), ['b', 'c']);
  const told = [
    { array: 'rules', rule: 'c', change: { moved: pair('b') } },
    { array: 'rules', rule: 'b', change: { changed: true } },
  ];
  assert.deepEqual(markRules(runtime, abc, abc, swapped).live, told);
  assert.deepEqual(changesByRule(runtime, diffPolicies(runtime, abc, swapped).steps), told);
  const { steps } = diffPolicies(runtime, abc, policy('a', 'c', 'b', 'd', 'e'));
  assert.deepEqual(changesByRule(runtime, steps), told.slice(0, 1));
});
