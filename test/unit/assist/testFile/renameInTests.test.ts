import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { renameInTests } from '../../../../src/core/assist/testFile/editTests.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { valueOfNode } from '../../../../src/core/document/syntaxNode.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../../../src/core/json/json.ts';

const yaml = `# what is meant
policy: vulnerability/images
tests:
  - name: web # about web
    image: web
    expect: { rule: web, notRule: [shop, "web"] } # web
  - name: another
    image: x
    expect:
      rule:
        - shop
  - name: order
    order:
      - shop
      - 'web' # not above
`;
const json = `{
  // what is meant
  "policy": "vulnerability/images",
  "tests": [
    { "name": "web", "image": "web", "expect": { "rule": "web", "notRule": ["shop", "web"] } },
    { "name": "another", "image": "x", "expect": { "rule": ["shop"] } },
    { "name": "order", "order": ["shop", "web"] }
  ]
}
`;

const member = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  value !== undefined && isJsonObject(value) ? value.get(key) : undefined;

for (const [spelling, text] of [
  ['yaml', yaml],
  ['json', json],
] as const) {
  test(`the tests that name a rule name it as it is called now, and nothing else changes (${spelling})`, () => {
    const { count, edits } = renameInTests(text, spelling, 'web', 'front');
    assert.equal(count, 2);
    assert.equal(edits.length, 3);
    const now = applyEdits(text, edits);
    assert.equal(now.match(/front/g)?.length, 3);
    assert.match(now, /name"?: "?web/, 'a test is not a rule');
    assert.match(now, /image"?: "?web/);
    assert.deepEqual(renameInTests(text, spelling, 'nobody', 'front'), { count: 0, edits: [] });
    const back = renameInTests(now, spelling, 'front', 'web');
    assert.deepEqual(
      readTestFile(applyEdits(now, back.edits), spelling).root &&
        valueOfNode(readTestFile(applyEdits(now, back.edits), spelling).root!),
      valueOfNode(readTestFile(text, spelling).root!),
    );
  });

  test(`any name is written so that it is read as it is, and brings nothing along (${spelling})`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (name) => {
        fc.pre(name !== 'web');
        const { edits } = renameInTests(text, spelling, 'web', name);
        const { root } = readTestFile(applyEdits(text, edits), spelling);
        assert.ok(root, name);
        const [first, , order] = arrayAt(valueOfNode(root) as JsonObject, 'tests');
        const expected = member(first, 'expect');
        assert.equal(member(expected, 'rule'), name);
        assert.deepEqual(member(expected, 'notRule'), ['shop', name]);
        assert.deepEqual(member(order, 'order'), ['shop', name]);
      }),
      { examples: [['web: x'], ['# no'], ['a\n- b'], ['*a'], ['null'], ['", "x": "'], ['[x]'], ['\u202ex']] },
    );
  });

  test(`a file that cannot be read is left alone (${spelling})`, () => {
    assert.equal(renameInTests(`${text}  [`, spelling, 'web', 'front').count, 0);
  });
}

test('a name that stands there by an alias goes with its anchor, or the file is left alone', () => {
  const own = 'policy: waas/host\ntests:\n  - order: [&a web, shop]\n  - expect: { rule: *a }\n';
  const { count, edits } = renameInTests(own, 'yaml', 'web', 'front');
  assert.equal(count, 2);
  assert.equal(
    applyEdits(own, edits),
    'policy: waas/host\ntests:\n  - order: [&a front, shop]\n  - expect: { rule: *a }\n',
  );
  const other = 'policy: waas/host\ntests:\n  - name: &a web\n    expect: { rule: *a }\n';
  assert.deepEqual(renameInTests(other, 'yaml', 'web', 'front'), { count: 0, edits: [] });
});
