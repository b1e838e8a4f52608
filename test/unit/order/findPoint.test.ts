import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { resourceLists, type CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { findPoint } from './findPoint.ts';
import { at, words } from './universe.ts';
import { boxOf } from './boxes.ts';
import { isInBox, type Box, type Point } from '../../../src/core/order/scope.ts';
import { runsOf } from './runs.ts';

const all = new Set(resourceLists);

/** A universe in which every combination of the patterns below that can occur does: `c` stands for whatever is not named. */
const values = words(['a', 'b', 'c'], 5);
const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 2 });
const pattern = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('', '*'), text, fc.constantFrom('', '*'))
      .map((parts) => parts.join('')),
  },
);
const list = fc
  .tuple(fc.array(pattern, { minLength: 1, maxLength: 3 }), fc.array(pattern, { maxLength: 2 }))
  .map(([some, none]) => [...some, ...none.map((one) => `-${one}`)]);

test('one field: a value is found exactly when there is one', () => {
  fc.assert(
    fc.property(list, fc.array(list, { maxLength: 4 }), (inside, outside) => {
      const box = must({ images: inside });
      const out = outside.map((images) => must({ images }));
      const found = findPoint([box], out);
      const real = values.find(
        (value) =>
          isInBox(box, at({ images: value })) && !out.some((one) => isInBox(one, at({ images: value }))),
      );
      assert.notEqual(found.kind, 'gave-up');
      if (found.kind === 'point') {
        assert.ok(
          isInBox(box, found.point) && !out.some((one) => isInBox(one, found.point)),
          'the example is one',
        );
      } else {
        assert.equal(real, undefined);
      }
    }),
    { numRuns: runsOf(3000) },
  );
});

test('two fields, several boxes on either side: the same', () => {
  const small = words(['a', 'b', 'c'], 3);
  const short = fc.constantFrom('*', 'a*', '*a', '*a*', 'b*', '*b', 'a', 'ab*', '-a*', '-*b', '-b');
  const few = fc
    .array(short, { minLength: 1, maxLength: 3 })
    .filter((written) => written.some((one) => !one.startsWith('-')));
  const collection = fc.record({ images: few, namespaces: few });
  fc.assert(
    fc.property(
      fc.array(collection, { minLength: 1, maxLength: 2 }),
      fc.array(collection, { maxLength: 4 }),
      (inside, outside) => {
        const [own, out] = [inside.map(must), outside.map(must)];
        const found = findPoint(own, out);
        const holds = (point: Point): boolean =>
          own.every((box) => isInBox(box, point)) && !out.some((box) => isInBox(box, point));
        const real = small.some((images) => small.some((namespaces) => holds(at({ images, namespaces }))));
        assert.notEqual(found.kind, 'gave-up');
        assert.equal(found.kind, real ? 'point' : 'none');
        assert.ok(found.kind !== 'point' || holds(found.point));
      },
    ),
    { numRuns: runsOf(1500) },
  );
});

test('what is documented nowhere is not read', () => {
  assert.equal(boxOf({ images: ['-a'] }, all), undefined, 'nothing but negations');
  assert.equal(boxOf({ images: ['a*b'] }, all), undefined, 'a star in the middle');
  assert.equal(boxOf({ images: [''] }, all), undefined);
  assert.equal(
    boxOf({ functions: ['a'] }, new Set(['images'] as const)),
    undefined,
    'a field without a meaning here',
  );
  assert.ok(boxOf({ images: [], labels: ['*'] }, all)?.every((one) => one === undefined));
});

test('where any name will do but some, the example is a word and no lone sign', () => {
  const found = findPoint([must({ labels: ['compliance:pci'] })], [must({ images: ['registry.example/*'] })]);
  assert.ok(found.kind === 'point');
  assert.deepEqual(
    found.point.filter((value) => value !== ''),
    ['other', 'compliance:pci'],
  );
});

test('an example looks like a resource', () => {
  const found = findPoint(
    [must({ images: ['registry.example/payments/*'], namespaces: ['dev', 'test'] })],
    [must({ namespaces: ['dev'] })],
  );
  assert.ok(found.kind === 'point');
  assert.deepEqual(
    found.point.filter((value) => value !== ''),
    ['registry.example/payments/app', 'test'],
  );
});

function must(patterns: CollectionPatterns): Box {
  const box = boxOf(patterns, all);
  assert.ok(box);
  return box;
}

test('lists whose patterns do not go together are given up on, however many choices there are', () => {
  const some = (text: string): string[] => Array.from({ length: 30 }, (_, at) => `${text}${at + 10}*`);
  const lists = { hosts: some('h'), images: some('i'), containers: some('c') };
  const [one, other] = [
    must({ ...lists, namespaces: ['a*', ...some('q')] }),
    must({ ...lists, namespaces: ['b*', ...some('z'), '-z*'] }),
  ];
  assert.equal(findPoint([one, other], []).kind, 'gave-up');
});
