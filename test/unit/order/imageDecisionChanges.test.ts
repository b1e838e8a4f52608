import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it, test } from 'node:test';
import { decisionChanges } from '../../../src/core/order/decisionChanges.ts';
import { RegionLimits, rulesApplyingIn } from '../../../src/core/order/rulesApplyingIn.ts';
import { canBeImage } from '../../../src/core/order/imageNames.ts';
import { boxOf } from './boxes.ts';
import { resourceLists } from '../../../src/core/policy/collections.ts';
import { drawn, orderedRules, type Drawn } from './drawnRules.ts';
import { runsOf } from './runs.ts';
import { must, Truth } from './truth.ts';
import { at, words } from './universe.ts';

const images = fc
  .array(
    fc.constantFrom('*', 'a/*', '*/1:1', 'a:*', '*:1', '*/a*', 'a/a:*', '*1', 'a/1:1', '-a:1*', '-*/a:1'),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .filter((written) => written.some((one) => !one.startsWith('-')))
  .map((written) => ({ images: written }));
const named = fc.array(images, { minLength: 2, maxLength: 4 });
// A second digit, since a port may have to differ from one that is excluded.
const points = words(['a', '/', ':', '1', '2'], 6)
  .filter(canBeImage)
  .map((image) => at({ images: image }));

test('what changes hands between images is all told, and of nothing else an example is given that an image can have', () => {
  fc.assert(
    fc.property(named, drawn, (patterns, rules) => {
      const before = orderedRules(patterns, rules);
      const after = before.toReversed();
      const counterparts = [...before.keys()].map((place) => before.length - 1 - place);
      const [was, is] = [new Truth(points, before), new Truth(points, after)];
      const real = new Set<string>();
      for (const point of points) {
        const [from, to] = [was.decides(point), is.decides(point)];
        if (from !== -1 && counterparts[from] !== to) {
          real.add(`${from} ${to}`);
        }
      }
      const { changes, isComplete } = decisionChanges(before, after, counterparts);
      const told = new Set(changes.map(({ from, to }) => `${from} ${to}`));
      assert.ok(isComplete);
      assert.deepEqual(
        [...real].filter((pair) => !told.has(pair)),
        [],
      );
      for (const { from, to, example } of changes) {
        assert.deepEqual([was.decides(example), is.decides(example)], [from, to]);
        // Of so few letters every name of an image is among the points, so one that can be is real.
        assert.ok(real.has(`${from} ${to}`) || !canBeImage(must(example[1])) || must(example[1]).length > 6);
      }
    }),
    { numRuns: runsOf(60), seed: 20_261_122 },
  );
});

/** Rules over collections of which each has one list of images. */
function rulesOver(...lists: readonly (readonly string[])[]) {
  const rules: Drawn[] = lists.map((_, place) => ({ enabled: true, named: [place], effect: 'alert' }));
  return orderedRules(
    lists.map((one) => ({ images: one })),
    rules,
  );
}

const docs = ['registry.example/search/docs:*'];
const audit = ['registry.example/payments/audit:*'];
const payments = ['*/pay-gateway:*', 'registry.example/payments/*'];

test('a rule that is moved over others takes nothing from those that share no image with it', () => {
  const before = rulesOver(docs, audit, payments);
  const after = [must(before[2]), must(before[0]), must(before[1])];
  const { changes } = decisionChanges(before, after, [1, 2, 0]);
  assert.deepEqual(
    changes.map(({ from, to, example }) => ({ from, to, image: example[1] })),
    [{ from: 1, to: 0, image: 'registry.example/payments/audit:x' }],
  );
});

test('a region is decided only by rules that share an image with it', () => {
  const rules = rulesOver(docs, audit);
  const box = must(boxOf({ images: payments }, new Set(resourceLists)));
  const told = [...rulesApplyingIn(rules, { boxes: [box], isExact: true }, new RegionLimits())];
  assert.deepEqual(
    told.map(({ rule }) => rule),
    [1, undefined],
  );
});

test('an example is the name that an image can have where texts overlap', () => {
  const before = rulesOver(['quay.example/x/*'], ['*/pay-gateway:*']);
  const { changes } = decisionChanges(before, before.toReversed(), [1, 0]);
  assert.deepEqual(
    changes.map(({ example }) => example[1]),
    ['quay.example/x/app/pay-gateway:1'],
  );
});

describe('where a text is found that no image is called', () => {
  /** What the second and the third rule hand to each other below the first. */
  function belowFirst(first: readonly string[], both: readonly string[]): readonly string[] {
    const before = rulesOver(first, both, both);
    const after = [must(before[0]), must(before[2]), must(before[1])];
    const { changes, isComplete } = decisionChanges(before, after, [0, 2, 1]);
    assert.ok(isComplete);
    return changes.map(({ example }) => must(example[1]));
  }

  it('an image is shown that is decided so', () => {
    assert.deepEqual(belowFirst(['*', '-localhost*'], ['*/a:a*']), ['localhost/a:a']);
    assert.deepEqual(belowFirst(['*', '-*:1]:5/*'], ['*:5/b']), ['[:1]:5/b']);
  });

  it('nothing changes hands where there is no image', () => {
    assert.deepEqual(belowFirst(['*', '-*:5/'], ['localhost:5000/a/b:5*']), []);
  });

  it('what a person asks for that no image is called is believed', () => {
    assert.equal(belowFirst(['*', '-*:5/'], ['a:x/b*']).length, 1);
  });
});

test('what changes hands in registries that are called by an address in brackets is told', () => {
  const before = rulesOver(['*::*'], ['*/app:1']);
  const { changes } = decisionChanges(before, before.toReversed(), [1, 0]);
  assert.deepEqual(
    changes.map(({ example }) => example[1]),
    ['[::]/app:1'],
  );
});

test('a region is decided by a rule only where that decides for an image', () => {
  const rules = rulesOver(['a-b:a*'], ['a-b:a*', '*/a'], ['*/a']);
  const box = must(boxOf({ images: ['*/a'] }, new Set(resourceLists)));
  for (const { rule, example } of rulesApplyingIn(
    rules,
    { boxes: [box], isExact: true },
    new RegionLimits(),
  )) {
    const decider = new Truth(points, rules).decides(must(example));
    assert.equal(decider, rule ?? -1);
  }
});
