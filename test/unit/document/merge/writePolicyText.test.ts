import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { fromPlain, JsonNumber, type JsonObject, type JsonValue } from '../../../../src/core/json/json.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { jsonObjects, oddStrings } from '../arbitraries.ts';

const spellings = ['json', 'yaml'] as const;

function back(value: JsonObject, spelling: 'json' | 'yaml'): JsonObject | undefined {
  const document = readPolicyText(writePolicyText(value, spelling), spelling);
  assert.deepEqual(
    document.problems.filter((problem) => problem.fatal),
    [],
  );
  return document.value();
}

for (const spelling of spellings) {
  test(`what is written as ${spelling} reads back as the same value`, () => {
    fc.assert(
      fc.property(jsonObjects, (value) => {
        const again = back(value, spelling);
        assert.deepEqual(again, value);
        assert.deepEqual([...(again?.keys() ?? [])], [...value.keys()]);
      }),
      { numRuns: 400 },
    );
  });

  test(`odd strings survive as ${spelling}`, () => {
    for (const text of oddStrings) {
      const value: JsonObject = new Map<string, JsonValue>([
        [
          'rules',
          [
            new Map<string, JsonValue>([
              ['name', text],
              [text, [text, [text]]],
            ]),
          ],
        ],
      ]);
      assert.deepEqual(back(value, spelling), value, JSON.stringify(text));
    }
  });
}

test('the YAML is a block style with sequences under their key', () => {
  const value = fromPlain({
    policyType: 'hostCompliance',
    rules: [
      { name: 'a', notes: 'one\ntwo\n', collections: [{ name: 'All' }], tags: [], condition: {}, on: 'on' },
      { name: 'yes', grace: 1.5, disabled: false, owner: null },
    ],
  }) as JsonObject;
  assert.equal(
    writePolicyText(value, 'yaml'),
    `policyType: hostCompliance
rules:
  - name: a
    notes: |
      one
      two
    collections:
      - name: All
    tags: []
    condition: {}
    "on": "on"
  - name: "yes"
    grace: 1.5
    disabled: false
    owner: null
`,
  );
});

test('YAML 1.1 readers take every string for a string', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...oddStrings), fc.string(), fc.stringMatching(/^[-+.0-9:_exobT ]{1,12}$/)),
      (text) => {
        if (!text.isWellFormed()) {
          return;
        }
        const written = writePolicyText(new Map([['rules', [text]]]), 'yaml');
        const plain = parse(written, { version: '1.1', schema: 'yaml-1.1' }) as { rules: unknown[] };
        assert.equal(plain.rules[0], text);
      },
    ),
    { numRuns: 1000 },
  );
});

test('number lexemes survive', () => {
  for (const lexeme of ['0', '-0', '1.0', '1e5', '1E+400', '12345678901234567890', '-0.10', '0.1e-7']) {
    const value: JsonObject = new Map([['n', new JsonNumber(lexeme)]]);
    assert.deepEqual(back(value, 'yaml'), value);
    assert.deepEqual(back(value, 'json'), value);
  }
});
