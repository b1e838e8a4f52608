import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WhereRulesWent } from '../../../../src/vscode/workspace/whereRulesWent.ts';

test('a rule is followed through the edits that came after it was chosen, and through no others', () => {
  const went = new WhereRulesWent();
  const since = went.count;
  went.note({ file: 'f', array: 'rules', order: [2, 0, 1] });
  went.note({ file: 'other', array: 'rules', order: [1, 0, 2] });
  went.note({ file: 'f', array: 'hostRules', order: [1, 0, 2] });
  assert.equal(went.now('f', 'rules', 2, since), 0);
  went.note({ file: 'f', array: 'rules', order: [undefined, 0, 2] });
  assert.equal(went.now('f', 'rules', 2, since), 1);
  assert.equal(went.now('f', 'rules', 0, since), undefined, 'it stood at 1, and is gone');
  assert.equal(went.now('f', 'rules', 2, went.count), 2, 'what is chosen now stands where it stands');
});

test('of what was chosen too long ago nothing is known', () => {
  const went = new WhereRulesWent();
  for (let count = 0; count < 600; count++) {
    went.note({ file: 'f', array: 'rules', order: [0, 1] });
  }
  assert.equal(went.now('f', 'rules', 1, 0), undefined);
  assert.equal(went.now('f', 'rules', 1, 300), 1);
});
