import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../../src/core/json/json.ts';

/** Every `W` becomes a word of its own. */
const lines = (
  'rules:|W:|W: W|W: - W|W: W: W|W:W|"W": W|: W|: - W|rules: {W: W}|- name: W|  effect: W|-|- - W|- [W, W]|- {W: W}|' +
  "- [W]: W|- W:|  W: W|  - W|- : W|W|W: \"W|W\"|- \"W|- 'W|W'|'W: W'|- {W: W|}|, W|- W,|[W]|{W: W}|" +
  '? W|?|? - W|? [W]|- ? W|  ? W|    W|- >|'
)
  .split('|')
  .concat('? |', '  W: |', '- |+');

const documents = fc
  .array(fc.tuple(fc.constantFrom(0, 0, 0, 2, 2, 4, 1), fc.constantFrom(...lines)), { maxLength: 9 })
  .map((parts) => {
    let words = 0;
    const text = parts
      .map(([indent, line]) => ' '.repeat(indent) + line.replaceAll('W', () => `w${words++}w`))
      .join('\n');
    return { text: `${text}\n`, words };
  });

/** The keys and strings of a value, in a row. */
function wordsOf(value: JsonValue): string {
  if (isJsonArray(value)) {
    return value.map(wordsOf).join(' ');
  }
  if (isJsonObject(value)) {
    return [...value].map(([key, each]) => `${key} ${wordsOf(each)}`).join(' ');
  }
  return typeof value === 'string' ? value : '';
}

test('what a document without a problem says is all in its value', () => {
  let read = 0;
  fc.assert(
    fc.property(documents, ({ text, words }) => {
      const document = readPolicyText(text, 'yaml');
      const value = document.value();
      if (value === undefined || document.problems.some(({ code }) => code === 'duplicate-key')) {
        return;
      }
      read++;
      const found = wordsOf(value);
      for (let word = 0; word < words; word++) {
        assert.ok(found.includes(`w${word}w`), `w${word}w of ${JSON.stringify(text)}`);
      }
    }),
    { numRuns: 4000 },
  );
  assert.ok(read > 100, `${read} documents could be read`);
});
