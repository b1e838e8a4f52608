import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { tookEffect } from '../../../src/core/sync/settle.ts';
import { images, rule } from './workspace.ts';

const policy = (...rules: readonly JsonObject[]): JsonObject => new Map([['rules', rules]]);
const [a, b, c, theirs] = ['a', 'b', 'c', 'theirs'].map((name) => rule(name)) as [
  JsonObject,
  JsonObject,
  JsonObject,
  JsonObject,
];
const changed = rule('a', { notes: 'x', effect: 'alert' });
const before = policy(a, b);

for (const [what, next, now, seen] of [
  ['nothing', policy(a, b, c), before, false],
  ["somebody else's rule only", policy(a, b, c), policy(a, b, theirs), false],
  ["somebody else's deletion", policy(a, b, c), policy(), false],
  ['an added rule, and another one not', policy(c, a, b, theirs), policy(c, a, b), true],
  [
    'an added rule that the console wrote in its own way',
    policy(a, b, c),
    policy(a, b, rule('c', { more: 1 })),
    true,
  ],
  ['an added rule, and what somebody else added since', policy(a, b, c), policy(a, b, c, theirs), true],
  ['one of two members of a changed rule', policy(changed, b), policy(rule('a', { notes: 'x' }), b), true],
  [
    "somebody else's other value of the same member",
    policy(rule('a', { notes: 'x' }), b),
    policy(rule('a', { notes: 'y' }), b),
    false,
  ],
  ['a changed rule that somebody removed', policy(changed, b), policy(b), false],
  ['one of two removed rules', policy(), policy(b), true],
  ['a removed rule, in what somebody else wrote', policy(a), policy(a, theirs), false],
  ['a member of the document', new Map([...policy(c), ['x', 'y']]), new Map([...before, ['x', 'y']]), true],
  ['another order only', policy(b, a), before, false],
] as const) {
  test(`what shows that a write was looked at: ${what}`, () => {
    assert.equal(tookEffect(images, before, next, now), seen);
  });
}
