import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { MAX_ENTRIES, parseJson } from '../../../src/core/json/jsonText.ts';

const many = 250_001;
const wide = 9 * 1024 * 1024;
const files: Readonly<
  Record<string, { readonly yaml: string; readonly json: string; readonly says: RegExp }>
> = {
  'more rules than a console takes': {
    yaml: `rules:\n${'- {}\n'.repeat(many)}`,
    json: `{"rules":[${'{},'.repeat(many)}{}]}`,
    says: /more than 250000 rules/,
  },
  'one rule without end': {
    yaml: `rules:\n- name: a\n  notes: ${'x'.repeat(wide)}\n- name: b\n`,
    json: `{"rules":[{"name":"a","notes":"${'x'.repeat(wide)}"},{"name":"b"}]}`,
    says: /8 Mi characters/,
  },
  'members without end beside the rules': {
    yaml: `rules:\n- name: a\n${'k: 1\n'.repeat(wide / 4)}`,
    json: `{"rules":[{"name":"a"}],${'"k":1,'.repeat(wide / 5)}"z":1}`,
    says: /8 Mi characters/,
  },
};

for (const [what, file] of Object.entries(files)) {
  for (const spelling of ['yaml', 'json'] as const) {
    test(`a file with ${what} is not read as ${spelling}, and says so`, () => {
      const document = readPolicyText(file[spelling], spelling);
      assert.deepEqual(
        document.problems.map(({ code, fatal }) => [code, fatal]),
        [['too-large', true]],
      );
      assert.match(document.problems[0]?.message ?? '', file.says);
      assert.equal(document.value(), undefined);
      assert.equal(document.text, file[spelling]);
    });
  }
}

test('a file with as many rules as may be is read', () => {
  const document = readPolicyText(`rules:\n${'- {}\n'.repeat(many - 1)}`, 'yaml');
  assert.equal(document.arrays()[0]?.rules.length, many - 1);
});

test('an answer with an object or a list without end is refused', () => {
  const keys = (count: number): string =>
    `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join(',')}}`;
  const items = (count: number): string => `{"rules":[${Array.from({ length: count }, () => 1).join(',')}]}`;
  for (const text of [keys, items]) {
    parseJson(text(MAX_ENTRIES));
    assert.throws(() => parseJson(text(MAX_ENTRIES + 1)), { code: 'too-large' });
  }
});
