import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeColleagueEdit } from '../../../scripts/lib/describeColleagueEdit.ts';

test('an edit is described with the edited rule first', () => {
  const policy = 'vulnerability/images';
  for (const [kind, detail, words] of [
    ['add', 'A colleague was here', 'added "A colleague was here", made like "block"'],
    ['move', '1 → 2', 'moved "block": 1 → 2'],
    ['edit', 'notes', 'edited notes of "block"'],
    ['delete', '3', 'deleted "block", which was rule 3'],
  ] as const) {
    assert.equal(describeColleagueEdit({ kind, policy, rule: 'block', detail }), `${policy}: ${words}`);
  }
});
