import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PolicyDocument } from '../../../../src/language/policyDocument.ts';
import { applyEdits, type TextEdit } from '../../../../src/language/text.ts';
import { writePolicyText } from '../../../../src/language/writePolicy.ts';
import { policies } from '../arbitraries.ts';
import { policyTexts } from '../edits/policyTexts.ts';
import { assertAsFresh } from './state.ts';

interface RandomEdit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
  readonly undo: boolean;
}

const snippets = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  ' ',
  '  ',
  '    ',
  '-',
  '- ',
  '\n  - ',
  '\n  ',
  '\n- ',
  '#',
  '# x\n',
  '//',
  '// x\n',
  '/*',
  '*/',
  '/* x */',
  'a',
  '1',
  'null',
  'true',
  '"x": 1',
  '"x": 1,',
  ', "x": {}',
  '{"name": "n"}',
  '{"name": "n"},',
  ', {"name": "n"}',
  'name: n\n',
  '  - name: n\n',
  'rules:',
  'rules: []',
  '"rules": []',
  'containerRules:\n  - name: c\n',
  '|',
  "'",
  '\t',
  '&a ',
  '*a',
  '\ufeff',
  '\u0000',
  '\ud800',
  '\\',
  '---\n',
  '...\n',
  '? ',
  '!',
  '%',
  '',
];

const edits: fc.Arbitrary<RandomEdit> = fc.record({
  at: fc.nat(),
  length: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.integer({ min: 0, max: 4 }),
    fc.nat({ max: 200 }),
  ),
  text: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...snippets) }, fc.string({ maxLength: 5 })),
  undo: fc.boolean(),
});

function place(text: string, { at, length, text: inserted }: RandomEdit): TextEdit {
  const start = at % (text.length + 1);
  return { start, end: Math.min(text.length, start + length), text: inserted };
}

for (const spelling of ['json', 'yaml'] as const) {
  const texts = fc.oneof(
    { weight: 3, arbitrary: policies.map((value) => writePolicyText(value, spelling)) },
    { weight: 2, arbitrary: policyTexts(spelling) },
    fc.constantFrom(
      '',
      '{}',
      '[]',
      'rules:',
      '{"rules": null}',
      'rules: []\n',
      '{"rules": [{}]}',
      'rules:\n- {}\n',
    ),
  );

  test(`after any edits the state is that of a fresh reading (${spelling})`, () => {
    fc.assert(
      fc.property(texts, fc.array(edits, { minLength: 1, maxLength: 12 }), (text, list) => {
        const document = PolicyDocument.read(text, spelling);
        assertAsFresh(document, 'at first');
        let current = text;
        const done: TextEdit[] = [];
        for (const random of list) {
          const last = done.pop();
          const edit = random.undo && last ? last : place(current, random);
          if (!(random.undo && last)) {
            done.push({
              start: edit.start,
              end: edit.start + edit.text.length,
              text: current.slice(edit.start, edit.end),
            });
          }
          document.apply([edit]);
          const before = current;
          current = applyEdits(current, [edit]);
          assert.equal(document.text, current);
          assertAsFresh(document, `${JSON.stringify(before)}\n${JSON.stringify(edit)}`);
        }
      }),
      { numRuns: spelling === 'json' ? 1500 : 500 },
    );
  });

  test(`several edits at once (${spelling})`, () => {
    fc.assert(
      fc.property(texts, fc.array(edits, { minLength: 1, maxLength: 4 }), (text, list) => {
        const document = PolicyDocument.read(text, spelling);
        const some: TextEdit[] = [];
        for (const edit of list
          .map((each) => place(text, each))
          .sort((a, b) => a.start - b.start || a.end - b.end)) {
          if (edit.start >= (some.at(-1)?.end ?? 0)) {
            some.push(edit);
          }
        }
        document.apply(some);
        assert.equal(document.text, applyEdits(text, some));
        assertAsFresh(document, `${JSON.stringify(text)}\n${JSON.stringify(some)}`);
      }),
      { numRuns: 800 },
    );
  });

  test(`typing a document from nothing, character by character (${spelling})`, () => {
    fc.assert(
      fc.property(texts, (whole) => {
        const text = whole.slice(0, 400);
        const document = PolicyDocument.read('', spelling);
        for (let at = 0; at < text.length; at++) {
          document.apply([{ start: at, end: at, text: text.charAt(at) }]);
          assertAsFresh(document, text.slice(0, at + 1));
        }
      }),
      { numRuns: 15 },
    );
  });
}
