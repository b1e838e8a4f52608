import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../src/core/json/json.ts';
import { consoleEdits } from '../../../src/core/policy/consoleEdits.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { asObject } from './policyArbitraries.ts';

const kind = policyKind('waas/container');
const field = { key: 'q', location: 'query' };

function editsBetween(sent: ReturnType<typeof waas>, live: ReturnType<typeof waas>) {
  return consoleEdits(kind, sent, live, diffPolicies(kind, sent, live).steps);
}

function waas(...exceptionFields: readonly object[]) {
  const sqli = { effect: 'ban', exceptionFields };
  const rule = { name: 'r', collections: [{ name: 'All' }], applicationsSpec: [{ appID: 'a', sqli }] };
  const document = asObject(fromPlain({ rules: [rule] }));
  assert.ok(document);
  return document;
}

test('an unknown field that is dropped inside an item of a list is an edit of the console', () => {
  const edits = editsBetween(waas({ ...field, extra: 'x' }), waas(field));
  assert.deepEqual(
    edits?.map(({ kind: edit, rule, path }) => [edit, rule, path.split('.').at(-1)]),
    [['dropped', 'r', 'extra']],
  );
});

test('a known field, a changed value and a missing item are no edits of the console', () => {
  const sent = waas({ ...field, extra: 'x' });
  assert.equal(editsBetween(sent, waas({ key: 'q' })), undefined);
  assert.equal(editsBetween(sent, waas({ ...field, key: 'other' })), undefined);
  assert.equal(editsBetween(sent, waas()), undefined);
});
