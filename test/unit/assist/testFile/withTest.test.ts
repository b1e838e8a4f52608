import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTest } from '../../../../src/core/assist/testFile/editTests.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { must } from '../../order/truth.ts';

const kind = must(policyKind('vulnerability/images'));
const added = {
  name: 'new: one',
  resource: { image: 'a:1', label: '' },
  expect: { rule: 'x', blocks: 'high' },
};

const texts = {
  block:
    '# c\npolicy: vulnerability/images\ntests:\n  # first\n  - name: a # why\n    every: { images: ["*"] }\n    expect: { blocks: never } # because\n\n# end\n',
  dashes: 'policy: vulnerability/images\ntests:\n- name: a\n  order: [x, y]',
  windows: 'policy: vulnerability/images\r\ntests:\r\n  - name: a\r\n    order: [x, y]\r\n',
  empty: 'policy: vulnerability/images\ntests: []\n',
};

test('a test is added at the end, and everything else stays as it is written', () => {
  for (const [name, text] of Object.entries(texts)) {
    const after = withTest(text, 'yaml', kind, added);
    const { tests, diagnostics } = readTestFile(after, 'yaml');
    assert.deepEqual(diagnostics, [], name);
    assert.equal(tests.at(-1)?.name, 'new: one', after);
    if (name !== 'empty') {
      const at = after.indexOf('- name: "new: one"');
      const end = after.indexOf('blocks: high', at) + 'blocks: high'.length;
      const without = after.slice(0, at).trimEnd() + after.slice(end);
      assert.equal(without.replaceAll(/\s+/g, ' '), text.replaceAll(/\s+/g, ' '), name);
    }
  }
  const json =
    '{\n  "policy": "vulnerability/images",\n  // why\n  "tests": [\n    {"name": "a", "order": ["x", "y"]}\n  ]\n}\n';
  const after = withTest(json, 'json', kind, added);
  assert.ok(after.includes('// why\n  "tests": [\n    {"name": "a", "order": ["x", "y"]},\n    {\n'), after);
  assert.equal(readTestFile(after, 'json').tests.length, 2);
});

test('without a file one is made, in both spellings', () => {
  for (const spelling of ['yaml', 'json'] as const) {
    const { tests, diagnostics } = readTestFile(withTest(undefined, spelling, kind, added), spelling);
    assert.deepEqual([diagnostics, tests.map(({ name }) => name)], [[], ['new: one']]);
  }
});

test('a file that cannot be read, or is about another policy, is left alone', () => {
  for (const text of [
    'policy: [',
    'policy: waas/host\ntests: []\n',
    '',
    'policy: vulnerability/images\npolicy: x\n',
  ]) {
    assert.throws(() => withTest(text, 'yaml', kind, added), { code: 'broken-test-file' });
  }
});
