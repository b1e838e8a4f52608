import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { moveIndices, targetOf, type MoveTarget } from '../../../../src/core/policy/reorder.ts';
import { lastEditGroup } from '../../../../src/vscode/rules/ruleEditGroup.ts';
import type { RuleEdit } from '../../../../src/vscode/workspace/ruleEditor.ts';

function step(length: number, from: readonly number[], target: MoveTarget): RuleEdit {
  const order = moveIndices(length, from, targetOf(target, length, from));
  const to = from.map((index) => order.indexOf(index));
  return { act: 'move', array: 'rules', from, to, order } as Partial<RuleEdit> as RuleEdit;
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
      const edits: RuleEdit[] = [{ ...step(8, [0], 'down'), act: 'disable' }];
      let from: readonly number[] = some.toSorted((a, b) => a - b);
      let now = names;
      for (const [index, target] of way.entries()) {
        const next = step(names.length, from, target);
        edits.push(next);
        now = next.order.map((place) => now[place ?? -1] ?? '');
        from = next.to;
        const group = lastEditGroup(edits);
        assert.equal(group?.edits.length, index + 1, 'what was done to them otherwise is not of it');
        assert.deepEqual(
          group.order.map((place) => names[place ?? -1]),
          now,
        );
      }
    }),
  );
});

test('other rules, another list, and another act begin another one', () => {
  const first = step(5, [3], 'up');
  const second = step(5, [2], 'up');
  assert.deepEqual(lastEditGroup([first, second])?.order, [0, 3, 1, 2, 4]);
  const others = [step(5, [1], 'up'), step(5, [2, 3], 'up'), { ...second, array: 'hostRules' }] as const;
  for (const other of [...others, { ...second, act: 'delete' as const }]) {
    assert.deepEqual(lastEditGroup([first, other])?.edits, [other]);
    assert.deepEqual(lastEditGroup([first, other])?.order, other.order);
  }
  assert.equal(lastEditGroup([]), undefined);
});
