import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isUnmoved, moveIndices, targetOf, type MoveTarget } from '../../../src/core/policy/reorder.ts';

const letters = 'abcdef';
const moved = (indices: number[], to: number): string =>
  moveIndices(letters.length, indices, to)
    .map((index) => letters[index])
    .join('');
const keyed = (indices: number[], where: MoveTarget): string =>
  moved(indices, targetOf(where, letters.length, indices));

test('an item dropped onto another lands above it', () => {
  assert.equal(moved([4], 1), 'aebcdf');
  assert.equal(moved([1], 4), 'acdbef');
});

test('an item dropped onto the group lands at the end', () => {
  assert.equal(moved([0], letters.length), 'bcdefa');
});

test('several items keep their own order and are gathered', () => {
  assert.equal(moved([5, 0, 3], 2), 'badfce');
  assert.equal(moved([1, 2], 2), 'abcdef');
});

test('keys move by one, to an end, and to a position', () => {
  assert.equal(keyed([2], 'up'), 'acbdef');
  assert.equal(keyed([2], 'down'), 'abdcef');
  assert.equal(keyed([0], 'up'), 'abcdef');
  assert.equal(keyed([5], 'down'), 'abcdef');
  assert.equal(keyed([2, 3], 'top'), 'cdabef');
  assert.equal(keyed([2, 3], 'bottom'), 'abefcd');
  assert.equal(keyed([1, 2], 'down'), 'adbcef');
  assert.equal(keyed([1], 3), 'acdbef');
  assert.equal(keyed([4], 0), 'eabcdf');
  assert.equal(keyed([0], 99), 'bcdefa');
});

test('an index or gap that does not exist is refused', () => {
  assert.throws(() => moveIndices(3, [3], 0), RangeError);
  assert.throws(() => moveIndices(3, [0], 4), RangeError);
  assert.throws(() => moveIndices(3, [0.5], 1), RangeError);
});

const cases = fc.integer({ min: 1, max: 30 }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    indices: fc.array(fc.integer({ min: 0, max: length - 1 }), { minLength: 1 }),
    to: fc.integer({ min: 0, max: length }),
    position: fc.integer({ min: 0, max: length }),
  }),
);

test('a move is a permutation that keeps the order of the rest', () => {
  fc.assert(
    fc.property(cases, ({ length, indices, to }) => {
      const order = moveIndices(length, indices, to);
      assert.deepEqual(
        order.toSorted((a, b) => a - b),
        Array.from({ length }, (_, index) => index),
      );
      const rest = order.filter((index) => !indices.includes(index));
      assert.ok(rest.every((index, at) => at === 0 || (rest[at - 1] ?? 0) < index));
      const own = order.filter((index) => indices.includes(index));
      assert.ok(own.every((index, at) => at === 0 || (own[at - 1] ?? 0) < index));
      const first = order.indexOf(own[0] ?? 0);
      assert.deepEqual(order.slice(first, first + own.length), own);
    }),
  );
});

test('the first item moved to a position ends there, as far as there is room', () => {
  fc.assert(
    fc.property(cases, ({ length, indices, position }) => {
      const order = moveIndices(length, indices, targetOf(position, length, indices));
      const count = new Set(indices).size;
      assert.equal(order.indexOf(Math.min(...indices)), Math.min(position, length - count));
    }),
  );
});

test('down undoes up unless the end was reached', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), (length, seed) => {
      const index = 1 + (seed % (length - 1));
      const up = moveIndices(length, [index], targetOf('up', length, [index]));
      const down = moveIndices(length, [index - 1], targetOf('down', length, [index - 1]));
      assert.ok(isUnmoved(down.map((place) => up[place] ?? -1)));
      assert.ok(!isUnmoved(up));
    }),
  );
});
