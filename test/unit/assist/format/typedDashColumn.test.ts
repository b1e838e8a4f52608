import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedDashColumn } from '../../../../src/core/assist/format/formatPolicy.ts';

function columnIn(text: string): number | undefined {
  const lines = text.split('\n');
  return typedDashColumn((line) => lines[line] ?? '', lines.length - 1);
}

const rule = 'rules:\n  - name: a\n    collections:\n      - name: All\n';

test('a dash below the keys of an item goes under the dash of that item', () => {
  assert.equal(columnIn(`${rule}        - `), 6, 'another collection');
  assert.equal(columnIn(`${rule}        description: x\n\n        # why\n        - `), 6);
  assert.equal(columnIn(`${rule}    owner: x\n    - `), 2, 'another rule');
  assert.equal(columnIn(`${rule}    - `), 2, 'after what is deeper');
  assert.equal(columnIn('rules:\n- name: a\n  - '), 0);
  assert.equal(columnIn('a:\n  - - b: 1\n      - '), 4);
});

test('a dash that is right stays, and so does every line that is more than one', () => {
  assert.equal(columnIn(`${rule}      - `), undefined);
  assert.equal(columnIn('rules:\n  - '), undefined);
  assert.equal(columnIn('rules:\n  - name: a\n    collections:\n    - '), undefined);
  assert.equal(columnIn('rules:\n  - name: a\n    collections: # of\n    - '), undefined);
  assert.equal(columnIn('rules:\n  - collections:\n    - '), undefined);
  assert.equal(columnIn('rules:\n  - name: a\n    notes: |\n      text\n      - '), undefined);
  assert.equal(columnIn(`${rule}        - name`), undefined);
  assert.equal(columnIn('  - '), undefined);
  assert.equal(columnIn('- '), undefined);
});
