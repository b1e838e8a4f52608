import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
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

const shortParts = {
  json: {
    rules: [
      '{}',
      '{"name": "a"}',
      '{ "name": "b", "effect": "alert" }',
      '{"a": [1, {"b": 2}]}',
      'null',
      '"x"',
      '[]',
    ],
    between: [',', ', ', ',\n  ', ' ,\r\n', ', // x\n', ',/* x */', '\n'],
    before: [
      '{"rules": [',
      '{"policyType": "x", "rules": [\n  ',
      '{"rules":[// x\n',
      '\ufeff{"rules": [ ',
      '{\n"hostRules": [{}], "rules": [',
      '{"rules": null, "rules": [',
    ],
    after: [
      ']}',
      '\n]}\n',
      '], "a": 1}',
      ' /* x */ ] }',
      '], "containerRules": [{}, {"name": "c"}]}',
      '',
      ',]}',
    ],
  },
  yaml: {
    rules: [
      '- {}\n',
      '- name: a\n',
      '- name: b\n  effect: alert\n',
      '- a:\n    - 1\n    - b: 2\n',
      '-\n',
      '- x\n',
      '- |\n  a\n\n',
      '- "a\n  b"\n',
      '- &a {}\n',
      '- *a\n',
      '- - 1\n',
    ],
    between: ['', '', '', '\n', '# x\n', '  # x\n', '\r\n'],
    before: [
      'rules:\n',
      'policyType: x\nrules:\n',
      'rules: # x\n\n',
      '---\nrules:\n',
      '\ufeffrules:\n',
      'hostRules:\n- {}\nrules:\n',
      '# x\nrules:\n',
      '"rules" :\n',
    ],
    after: [
      '',
      '\n',
      'a: 1\n',
      'containerRules:\n- {}\n  \n- name: c\n',
      '# x\n',
      '...\n',
      'a: |\n  x',
      '---\na: 1\n',
    ],
  },
} as const;

/** Documents of rules of a few lines, where every second edit meets a border. */
export function shortTexts(spelling: Spelling, maxLength = 4): fc.Arbitrary<string> {
  const { rules, between, before, after } = shortParts[spelling];
  return fc
    .record({
      before: fc.constantFrom(...before),
      rules: fc.array(fc.tuple(fc.constantFrom(...between), fc.constantFrom(...rules)), { maxLength }),
      after: fc.constantFrom(...after),
      indent: fc.constantFrom('', '', '  '),
      cut: fc.boolean(),
    })
    .map((parts) => {
      const items = parts.rules
        .map(([separator, rule], index) => (index === 0 ? rule : separator + rule))
        .join('');
      const list = spelling === 'yaml' ? items.replaceAll(/^(?=.)/gm, parts.indent) : items;
      const text = parts.before + list + parts.after;
      return parts.cut && spelling === 'yaml' ? text.replace(/\n$/, '') : text;
    });
}

/** Documents to begin with. */
export function textsToEdit(spelling: Spelling): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: policies.map((value) => writePolicyText(value, spelling)) },
    { weight: 2, arbitrary: policyTexts(spelling) },
    { weight: 2, arbitrary: shortTexts(spelling) },
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
}

/** Edits one after the other: after each the state is that of a fresh reading. */
export function editsInTurn(spelling: Spelling, texts = textsToEdit(spelling)) {
  return fc.property(texts, fc.array(edits, { minLength: 1, maxLength: 12 }), (text, list) => {
    let document = readPolicyText(text, spelling);
    assertAsFresh(document, () => 'at first');
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
      document = rereadPolicy(document, [edit]);
      const before = current;
      current = applyEdits(current, [edit]);
      assert.equal(document.text, current);
      assertAsFresh(document, () => `${JSON.stringify(before)}\n${JSON.stringify(edit)}`);
    }
  });
}

/** Several edits in one step. */
export function editsAtOnce(spelling: Spelling, texts = textsToEdit(spelling)) {
  return fc.property(texts, fc.array(edits, { minLength: 1, maxLength: 4 }), (text, list) => {
    let document = readPolicyText(text, spelling);
    const some: TextEdit[] = [];
    for (const edit of list
      .map((each) => place(text, each))
      .sort((a, b) => a.start - b.start || a.end - b.end)) {
      if (edit.start >= (some.at(-1)?.end ?? 0)) {
        some.push(edit);
      }
    }
    document = rereadPolicy(document, some);
    assert.equal(document.text, applyEdits(text, some));
    assertAsFresh(document, () => `${JSON.stringify(text)}\n${JSON.stringify(some)}`);
  });
}
