import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { findRule, ruleRefs, ruleToShow } from '../../../src/core/document/ruleRef.ts';

interface Given {
  readonly name?: string;
  readonly notes?: string;
}

const yaml = (rules: readonly Given[]): string =>
  `rules:\n${rules
    .map(
      (rule) =>
        `  - { ${Object.entries(rule)
          .map(([key, value]) => `${key}: ${value}`)
          .join(', ')} }\n`,
    )
    .join('')}`;
const json = (rules: readonly Given[]): string => JSON.stringify({ rules }, undefined, 2);

for (const [spelling, write] of [
  ['yaml', yaml],
  ['json', json],
] as const) {
  const read = (rules: readonly Given[]) => {
    const policy = readPolicyText(write(rules), spelling);
    const view = policy.array('rules');
    assert.ok(view);
    return { policy, view };
  };
  /** What a reference to a rule of one list finds in another one. */
  const found = (before: readonly Given[], index: number, after: readonly Given[]) => {
    const old = read(before);
    const ref = ruleRefs(old.policy, old.view)[index];
    assert.ok(ref);
    const now = read(after);
    return findRule(now.policy, now.view, ref);
  };
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

  test(`a rule is found by its name wherever it moved, whatever else it says (${spelling})`, () => {
    assert.equal(found([a, b, c], 0, [c, b, { name: 'a', notes: 'edited' }]), 2);
    assert.equal(found([a, b], 0, [b]), 'gone');
    assert.equal(found([a, b], 0, [a, b, a]), 'unclear', 'a rule of its name is new');
  });

  test(`a rule that shares its name is found in the same list only (${spelling})`, () => {
    const other = { name: 'a', notes: 'other' };
    assert.equal(found([a, other], 1, [a, other]), 1);
    assert.equal(found([a, other], 1, [other, a]), 'unclear');
    assert.equal(found([a, other], 1, [a]), 'unclear');
    assert.equal(found([a, other, b], 1, [a, other, { name: 'b', notes: 'edited' }]), 'unclear');
    assert.equal(found([a, other, b], 1, [b]), 'gone');
  });

  test(`a rule without a name is found in the same list only (${spelling})`, () => {
    const nameless = { notes: 'one' };
    assert.equal(found([nameless, a], 0, [nameless, a]), 0);
    assert.equal(found([nameless, a], 0, [{ notes: 'two' }, a]), 'unclear');
    assert.equal(found([a, nameless], 1, [a]), 'gone');
  });

  test(`a place alone is whatever stands there (${spelling})`, () => {
    const { policy, view } = read([a, b]);
    assert.equal(findRule(policy, view, { array: 'rules', index: 1 }), 1);
    assert.equal(findRule(policy, view, { array: 'rules', index: 2 }), 'gone');
  });

  test(`a rule to show is the rule of its name at its place, else the only rule of its name (${spelling})`, () => {
    const { policy } = read([a, b, a, c]);
    const shown = (index: number, name?: string) =>
      ruleToShow(policy, { array: 'rules', index, name })?.index;
    assert.deepEqual(
      [shown(2, 'a'), shown(0, 'c'), shown(1, 'a'), shown(0, 'gone'), shown(1), shown(4)],
      [2, 3, undefined, undefined, 1, undefined],
    );
  });
}
