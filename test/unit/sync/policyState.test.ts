import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyState, policyStates, type PolicyState } from '../../../src/core/sync/policyStatus.ts';

for (const [base, working, live, state] of [
  ['b', undefined, 'b', 'file-gone'],
  [undefined, undefined, undefined, 'not-pulled'],
  ['b', 'b', undefined, 'in-sync'],
  ['b', 'b', 'b', 'in-sync'],
  ['b', 'w', undefined, 'edited'],
  ['b', 'w', 'b', 'edited'],
  ['b', 'b', 'l', 'live-changed'],
  ['b', 'w', 'l', 'conflict'],
  ['b', 'w', 'w', 'in-sync'],
  [undefined, 'w', undefined, 'unknown'],
  [undefined, 'w', 'l', 'unknown'],
  [undefined, 'w', 'w', 'in-sync'],
] as const) {
  test(`base ${base}, working copy ${working}, live ${live}: ${state}`, () => {
    assert.equal(policyState({ base, working: working && { hash: working }, live }), state);
  });
}

test('a base of another place is a sign of a file that is gone, too', () => {
  assert.equal(
    policyState({ base: undefined, isListed: true, working: undefined, live: undefined }),
    'file-gone',
  );
});

test('a file without a meaning is invalid, whatever else is known', () => {
  assert.equal(policyState({ base: 'b', working: { hash: undefined }, live: 'l' }), 'invalid');
  assert.equal(policyState({ base: undefined, working: { hash: undefined }, live: undefined }), 'invalid');
});

test('every state has a condition; only a failed read is no fact of the documents', () => {
  const files = [undefined, { hash: undefined }, { hash: 'b' }, { hash: 'w' }];
  const reached = ['b', undefined].flatMap((base) =>
    files.flatMap((working) =>
      ['b', 'l', undefined].map((live): PolicyState => policyState({ base, working, live })),
    ),
  );
  assert.deepEqual(new Set([...reached, 'failed']), new Set(Object.keys(policyStates)));
});
