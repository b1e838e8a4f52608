import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import { blameLine, liveChangeWords, markWords } from '../../../../src/vscode/workspace/ruleChangeWords.ts';
import { letterOf } from '../../../../src/vscode/policies/describeRows.ts';

const now = new Date(2026, 2, 1, 18, 0);
const at = new Date(2026, 2, 1, 14, 3);

for (const [mark, letter, words] of [
  [{ here: { added: true } }, 'A', 'added, not pushed'],
  [{ here: { changed: true } }, 'M', 'changed, not pushed'],
  [{ here: { moved: -3 } }, 'R', 'moved up by 3, not pushed'],
  [{ here: { moved: 2 } }, 'R', 'moved down by 2, not pushed'],
  [{ here: { moved: 0 } }, 'R', 'moved, not pushed'],
  [{ here: { moved: { changedPlacesWith: 'x' } } }, 'R', 'changed places with "x", not pushed'],
  [
    { here: { changed: true, moved: { changedPlacesWith: 'x' } } },
    'M',
    'changed and changed places with "x", not pushed',
  ],
  [{ live: { moved: { changedPlacesWith: 'x' } } }, 'L', 'changed places with "x" on the console'],
  [{ here: { renamedFrom: 'x' } }, 'M', 'renamed from "x", not pushed'],
  [{ here: { changed: true, moved: 1 } }, 'M', 'changed and moved down by 1, not pushed'],
  [
    { here: { changed: true, moved: 1, renamedFrom: 'x' } },
    'M',
    'renamed from "x", changed and moved down by 1, not pushed',
  ],
  [{ live: { changed: true } }, 'L', 'changed on the console'],
  [{ live: { removed: true } }, 'L', 'removed on the console'],
  [
    { here: { changed: true }, live: { moved: -1 } },
    'M',
    'changed, not pushed; moved up by 1 on the console',
  ],
] as const satisfies readonly (readonly [Omit<RuleMark, 'isConflict'>, string, string])[]) {
  test(`a rule that is marked ${letter}: ${words}`, () => {
    assert.equal(letterOf({ ...mark, isConflict: false }), letter);
    assert.equal(markWords({ ...mark, isConflict: false }).join('; '), words);
    assert.equal(letterOf({ ...mark, isConflict: true }), 'C', 'a conflict is said before all');
    assert.match(markWords({ ...mark, isConflict: true }).join('; '), /^in conflict with the live rule; /);
  });
}

test('who changed live is said as far as the console tells', () => {
  assert.match(
    blameLine({ owner: 'eve', modified: at }, 'prod', now),
    /^Last changed on prod by eve, .*2:03.*, according to the console\.$/,
  );
  assert.equal(
    blameLine({ owner: 'eve' }, 'prod', now),
    'Last changed on prod by eve, according to the console.',
  );
  assert.match(blameLine({ modified: at }, 'prod', now), /^Last changed on prod .*2:03/);
  const edited = { array: 'rules', rule: 'a', change: { changed: true } } as const;
  assert.equal(liveChangeWords(edited, now), '"a" changed');
  assert.match(
    liveChangeWords({ ...edited, by: { owner: 'eve', modified: at } }, now),
    /^"a" changed by eve, /,
  );
  const moved = {
    ...edited,
    change: { changed: true, moved: -3 },
    by: { owner: 'eve', modified: at },
  } as const;
  assert.match(
    liveChangeWords(moved, now),
    /^"a" changed by eve, .*2:03.*; moved up by 3$/,
    'nobody is said to have moved it',
  );
  assert.match(
    liveChangeWords({ ...moved, change: { changed: true, moved: { changedPlacesWith: 'b' } } }, now),
    /^"a" changed by eve, .*2:03.*; changed places with "b"$/,
  );
});
