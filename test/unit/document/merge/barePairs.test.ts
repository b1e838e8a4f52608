import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updatePolicyText } from '../../../../src/core/document/updatedText.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { must } from '../../order/truth.ts';

const kind = must(policyKind('compliance/host'));

const cases: readonly (readonly [what: string, before: string, next: unknown, after: string])[] = [
  [
    'the last of two goes as the first gains a member',
    'rules:\n- name: x # kept\n  tags: [name: A, name: B]\n',
    [{ name: 'x', tags: [{ name: 'A', description: 'why' }] }],
    'rules:\n- name: x # kept\n  tags: [{name: A, description: why}]\n',
  ],
  [
    'a rule between others',
    'rules: [ {name: x}, name: a, {name: b} ]\n',
    [{ name: 'x' }, { name: 'a', notes: 'alert' }],
    'rules: [ {name: x}, {name: a, notes: alert} ]\n',
  ],
  [
    'rules that change their places',
    'rules: [ name: a, name: b ]\n',
    [{ name: 'b' }, { name: 'a', notes: 'alert' }],
    'rules: [ name: b, {name: a, notes: alert} ]\n',
  ],
];

for (const [what, before, next, after] of cases) {
  test(`a pair without braces in a list gets braces where it gains a member: ${what}`, () => {
    const document = readPolicyText(before, 'yaml', kind);
    const edits = updatePolicyText(document, fromPlain({ rules: next }) as JsonObject);
    assert.equal(applyEdits(before, edits), after);
  });
}
