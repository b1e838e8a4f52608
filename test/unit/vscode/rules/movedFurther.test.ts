import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { moveIndices, targetOf, type MoveTarget } from '../../../../src/core/policy/reorder.ts';
import { movedFurther, type MoveStep } from '../../../../src/vscode/rules/movedFurther.ts';

const file = {};

function step(length: number, from: readonly number[], target: MoveTarget, version: number): MoveStep {
  const order = moveIndices(length, from, targetOf(target, length, from));
  const to = from.map((index) => order.indexOf(index));
  return { document: file, array: 'rules', from, to, order, versions: [version, version + 1] };
}

const targets = fc.array(fc.constantFrom<MoveTarget>('up', 'down', 'top', 'bottom', 2, 5), {
  minLength: 1,
  maxLength: 6,
});
const chosen = fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 });

test('moves of the same rules are one: it leads from the order at the beginning to the one now', () => {
  fc.assert(
    fc.property(chosen, targets, (some, way) => {
      const names = 'abcdefgh'.split('');
      let from: readonly number[] = some.toSorted((a, b) => a - b);
      let now = names;
      let last: MoveStep | undefined;
      let order: readonly number[] = [];
      for (const [version, target] of way.entries()) {
        const next = step(names.length, from, target, version);
        const further = last ? movedFurther(last, order, next) : next.order;
        assert.ok(further);
        order = further;
        now = next.order.map((place) => now[place] ?? '');
        assert.deepEqual(
          order.map((place) => names[place]),
          now,
        );
        from = next.to;
        last = next;
      }
    }),
  );
});

test('other rules, another list or file, and an edit between begin another move', () => {
  const first = step(5, [3], 'up', 1);
  const second = step(5, [2], 'up', 2);
  assert.deepEqual(movedFurther(first, first.order, second), [0, 3, 1, 2, 4]);
  assert.equal(movedFurther(first, first.order, step(5, [1], 'up', 2)), undefined);
  assert.equal(movedFurther(first, first.order, step(5, [2, 3], 'up', 2)), undefined);
  assert.equal(movedFurther(first, first.order, step(5, [2], 'up', 3)), undefined);
  assert.equal(movedFurther(first, first.order, { ...second, array: 'hostRules' }), undefined);
  assert.equal(movedFurther(first, first.order, { ...second, document: {} }), undefined);
});
