import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { closest } from '../../../src/core/util/closest.ts';
import { dear } from '../dear.ts';

test('a few letters are a mistake, and more are another name', () => {
  for (const [word, candidate] of [
    ['PRD', 'prd'],
    ['prd', 'prod'],
    ['paymnets', 'payments'],
    ['vulnerabilty/imags', 'vulnerability/images'],
    ['team-alfa-prodution-eu', 'team-alpha-production-eu'],
  ] as const) {
    assert.equal(closest(word, ['other', candidate]), candidate);
  }
  for (const [word, candidate] of [
    ['eu', 'us'],
    ['team-alpha-production-eu', 'team-bravo-production-us'],
    ['production', 'production-eu'],
  ] as const) {
    assert.equal(closest(word, [candidate]), undefined);
  }
});

test('two words are as far apart as the shortest way between them', () => {
  const distance = (a: string, b: string): number => {
    const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
    const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
    for (let j = 0; j <= b.length; j++) {
      rows[0]![j] = j;
      for (let i = 1; i <= a.length; i++) {
        const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        rows[i]![j] = Math.min(
          at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          isSwap ? at(i - 2, j - 2) + 1 : Infinity,
        );
      }
    }
    return at(a.length, b.length);
  };
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 16 });
  fc.assert(
    fc.property(words, words, (word, candidate) => {
      const most = word.length < 3 ? 0 : word.length < 6 ? 1 : word.length < 12 ? 2 : 3;
      assert.equal(closest(word, [candidate]) === candidate, distance(word, candidate) <= most);
    }),
    { numRuns: dear(3000) },
  );
});
