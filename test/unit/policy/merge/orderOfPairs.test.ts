import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeOrder, type Unit } from '../../../../src/core/policy/merge/mergeOrder.ts';

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.length === 0
    ? [[]]
    : all.flatMap((one) => permutations(all.filter((each) => each !== one)).map((rest) => [one, ...rest]));
}

/** How two rules stand: a side that exchanged them has it so; where one side has both, it is as there. */
function wanted(a: Unit, b: Unit): number | undefined {
  const of = (side: keyof Unit): number | undefined =>
    a[side] >= 0 && b[side] >= 0 ? Math.sign(a[side] - b[side]) : undefined;
  const [base, mine, live] = [of('base'), of('mine'), of('live')];
  return mine === undefined || live === undefined ? (mine ?? live) : mine === base ? live : mine;
}

test('no two rules stand otherwise than a side has them, or it is said that nobody can tell', () => {
  const base = ['a', 'b', 'c', 'd'];
  let merged = 0;
  for (const mine of permutations(base)) {
    for (let at = 0; at <= base.length; at++) {
      const withOne = mine.toSpliced(at, 0, 'x');
      for (const live of permutations(base)) {
        const units = [...base, 'x'].map((name) => ({
          name,
          base: base.indexOf(name),
          mine: withOne.indexOf(name),
          live: live.indexOf(name),
        }));
        const other = units.map((unit) => ({ ...unit, mine: unit.live, live: unit.mine }));
        for (const order of [mergeOrder(units), mergeOrder(other)]) {
          merged += Number(order !== undefined);
          order?.forEach((a, place) =>
            order.slice(place + 1).forEach((b) => {
              const words = `${withOne.join('')} and ${live.join('')}: ${order.map(({ name }) => name).join('')}`;
              assert.ok((wanted(a, b) ?? -1) < 0, words);
            }),
          );
        }
      }
    }
  }
  assert.ok(merged > 500, String(merged));
});

test('many additions of one side, and one equal order of both, need no question', () => {
  const places = [...Array.from({ length: 4000 }).keys()];
  const added = places.map((place) => ({ base: -1, mine: -1, live: place }));
  const reversed = places.map((place) => ({ base: place, mine: 3999 - place, live: place }));
  const same = places.map((place) => ({ base: -1, mine: place, live: place }));
  assert.deepEqual(
    [added, reversed, same].map((units) => mergeOrder(units)?.[0]),
    [added[0], reversed[3999], same[0]],
  );
});
