import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closest } from '../../../src/core/util/closest.ts';

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
