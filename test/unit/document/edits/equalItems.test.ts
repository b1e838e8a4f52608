import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updatePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { removeMember, setMember } from '../../../../src/core/document/ruleEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

const items = ['a # first', 'b # of team B', 'a # second', 'c # of team C'];
const json = items.map((item) => item.replace(/^(.) # (.*)$/, '      "$1", // $2\n')).join('');
const texts = {
  yaml: `rules:\n  - name: r\n    list:\n${items.map((item) => `      - ${item}\n`).join('')}`,
  json: `{\n  "rules": [{\n    "name": "r",\n    "list": [\n${json.replace('"c",', '"c"')}    ]\n  }]\n}\n`,
} as const;
const place = { array: 'rules', index: 0 };

for (const spelling of ['yaml', 'json'] as const) {
  const text = texts[spelling];
  const lineOf = (item: string): string | undefined =>
    text.split('\n').find((line) => line.endsWith(item.slice(4)));
  const after = (edit: (document: PolicyDocument) => TextEdit[]): string =>
    applyEdits(text, edit(readPolicyText(text, spelling)));

  test(`an item that gets the value of others leaves them their comments (${spelling})`, () => {
    const result = after((document) => setMember(document, place, ['list', 1], 'a'));
    for (const item of [items[0], items[2], items[3]]) {
      assert.ok(result.includes(`${lineOf(item ?? '')}\n`), result);
    }
    assert.match(result, /of team B/);
  });

  test(`an item that goes takes only its own comment along (${spelling})`, () => {
    const result = after((document) => removeMember(document, place, ['list', 0]));
    assert.doesNotMatch(result, /first/);
    for (const item of items.slice(1)) {
      assert.ok(result.includes(`${lineOf(item)}\n`), result);
    }
  });
}

test('a comment of an item that goes is not put beside another value', () => {
  const text =
    'rules:\n  - name: r\n    whitelist:\n      - /bin/backup # approved, SEC-12\n      - /bin/sh\n';
  const kind = policyKind('runtime/host');
  const document = readPolicyText(text, 'yaml', kind);
  const next = fromPlain({ rules: [{ name: 'r', whitelist: ['/bin/nc', '/bin/sh'] }] }) as JsonObject;
  const result = applyEdits(text, updatePolicyText(document, next));
  assert.doesNotMatch(result, /nc # approved/);
  assert.match(result, /SEC-12/);
});
