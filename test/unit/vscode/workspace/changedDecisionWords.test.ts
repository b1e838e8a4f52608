import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainChange, type ChangeWord } from '../../../../src/core/order/effect/change.ts';
import type { PolicyDecisionChanges } from '../../../../src/core/order/policyDecisionChanges.ts';
import {
  changedDecisionRow,
  changedDecisionWords,
  isWeaker,
  moveCounts,
  moveWords,
} from '../../../../src/vscode/workspace/changedDecisionWords.ts';

function told(isComplete: boolean, ...changes: readonly ChangeWord[]): PolicyDecisionChanges {
  return {
    isComplete,
    actions: [],
    decisionsChange: changes.length > 0 ? true : isComplete ? false : undefined,
    decisions: changes.map((change, at) => ({
      from: { index: at, name: `rule ${at}` },
      to: undefined,
      before: 'prevents',
      after: 'allowed',
      change: plainChange[change],
      example: { image: `registry.example/${at}` },
    })),
  };
}

test('what a move changes is said in one line, and what is not known as such', () => {
  const say = (isComplete: boolean, ...changes: readonly ChangeWord[]): string =>
    moveWords(told(isComplete, ...changes));
  assert.equal(moveWords(undefined), 'changed decisions unknown');
  assert.equal(say(false), 'changed decisions unknown');
  assert.equal(say(true), 'no changed decisions');
  assert.equal(
    say(true, 'weaker'),
    '1 changed decision, 1 becomes weaker. Example: image registry.example/0',
  );
  assert.equal(
    say(true, 'weaker', 'weaker', 'same'),
    '3 changed decisions, 2 become weaker. Example: image registry.example/0',
  );
  assert.equal(
    say(true, 'stricter', 'same'),
    '2 changed decisions, none becomes weaker. Example: image registry.example/0',
  );
  assert.equal(
    say(true, 'unknown', 'mixed'),
    '2 changed decisions, 1 mixed, 1 unknown. Example: image registry.example/0',
  );
  assert.equal(
    say(true, 'weaker', 'mixed', 'unknown', 'same'),
    '4 changed decisions, 1 becomes weaker, 1 mixed, 1 unknown. Example: image registry.example/0',
  );
  assert.equal(
    say(true, ...Array.from({ length: 38 }, () => 'mixed' as const)),
    '38 changed decisions, 38 mixed. Example: image registry.example/0',
  );
  assert.equal(
    say(true, 'weaker', 'unknown'),
    '2 changed decisions, 1 becomes weaker, 1 unknown. Example: image registry.example/0',
  );
  // Nothing is said of what may come beside it.
  assert.equal(
    say(false, 'stricter'),
    'at least 1 changed decision, more is unknown. Example: image registry.example/0',
  );
  assert.equal(
    say(false, 'weaker', 'same'),
    'at least 2 changed decisions, 1 becomes weaker. Example: image registry.example/0',
  );
});

test('where there is little space, the example stays away', () => {
  assert.equal(moveCounts(undefined), 'changed decisions unknown');
  assert.equal(moveCounts(told(true)), 'no changed decisions');
  assert.equal(moveCounts(told(true, 'weaker')), '1 changed decision, 1 becomes weaker');
});

test('only what is known to become weaker is a warning', () => {
  assert.equal(isWeaker(told(true, 'weaker', 'same')), true);
  assert.equal(isWeaker(told(true, 'stricter', 'mixed')), true, 'in one way');
  assert.equal(isWeaker(told(true, 'stricter', 'unknown')), false);
  assert.equal(isWeaker(undefined), false);
});

test('in a row, names leave the line below to what becomes of what is done', () => {
  const [first] = told(true, 'stricter').decisions;
  assert.ok(first);
  assert.deepEqual(changedDecisionRow(first), {
    label: '"rule 0" → no rule',
    detail: 'stricter: prevents → allowed · image registry.example/0',
  });
  const ways = {
    weaker: ['exceptions'],
    stricter: ['vulnerabilities without a fix'],
    unknown: [],
    mixed: [],
  };
  assert.deepEqual(changedDecisionRow({ ...first, change: plainChange.mixed, ways }), {
    label: '"rule 0" → no rule',
    detail:
      'weaker in exceptions; stricter in vulnerabilities without a fix · prevents → allowed · image registry.example/0',
  });
  const names = ['from ', 'to '].map((word, index) => ({ index, name: word.repeat(99) }));
  const { label } = changedDecisionRow({ ...first, from: names[0], to: names[1] });
  assert.match(label, /^"(?:from ){8}…" → "(?:to ){13}t…"$/, 'both can be seen');
});

test('one of the changes says between which rules, what is done and how that differs', () => {
  const [first] = told(true, 'weaker').decisions;
  assert.ok(first);
  assert.deepEqual(changedDecisionWords(first), {
    label: '"rule 0" → no rule',
    description: 'weaker',
    detail: 'prevents → allowed · image registry.example/0',
  });
});
