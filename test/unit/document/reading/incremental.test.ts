import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { editsAtOnce, editsInTurn, shortTexts, textsToEdit } from './editing.ts';
import { assertAsFresh } from './state.ts';
import { dear } from '../../dear.ts';

for (const spelling of ['json', 'yaml'] as const) {
  test(`after any edits the state is that of a fresh reading (${spelling})`, () => {
    fc.assert(editsInTurn(spelling), { numRuns: dear(spelling === 'json' ? 600 : 250) });
  });

  test(`several edits at once (${spelling})`, () => {
    fc.assert(editsAtOnce(spelling), { numRuns: dear(400) });
  });

  test(`several edits that lie apart (${spelling})`, () => {
    fc.assert(editsAtOnce(spelling, shortTexts(spelling, 40)), { numRuns: dear(400) });
  });

  test(`typing a document from nothing, character by character (${spelling})`, () => {
    fc.assert(
      fc.property(textsToEdit(spelling), (whole) => {
        const text = whole.slice(0, 400);
        let document = readPolicyText('', spelling);
        for (let at = 0; at < text.length; at++) {
          document = rereadPolicy(document, [{ start: at, end: at, text: text.charAt(at) }]);
          assertAsFresh(document, () => text.slice(0, at + 1));
        }
      }),
      { numRuns: dear(15) },
    );
  });
}

interface Found {
  readonly what: string;
  readonly spelling: Spelling;
  readonly text: string;
  /** Steps of `[start, end, text]`. */
  readonly steps: readonly (readonly (readonly [number, number, string])[])[];
}

/** What random edits once brought to light. */
const found: readonly Found[] = [
  {
    what: 'a broken rule mended while its list has another name',
    spelling: 'json',
    text: '{"rules": [{}]}',
    steps: [[[13, 13, ', "x": {}']], [[2, 2, '{']], [[16, 20, '/* x */']]],
  },
  {
    what: 'edits in front of one that goes across the end of a list',
    spelling: 'json',
    text: '{\n"hostRules": [{}], "rules": [null\n{} /* x */ ] }',
    steps: [
      [
        [6, 6, '],"hostRules": ['],
        [8, 20, '"rules": []'],
        [20, 20, '"x": 1,'],
      ],
    ],
  },
  {
    what: 'edits in front of one that goes across two lists',
    spelling: 'yaml',
    text: 'hostRules:\n- {}\nrules:\n- |\n  a\n\n# x\n',
    steps: [
      [
        [5, 5, '!'],
        [9, 19, '\r'],
        [28, 28, '\ufeff'],
      ],
    ],
  },
  {
    what: 'a comment cut off where rules should be',
    spelling: 'json',
    text: '{"rules": {}}',
    steps: [[[11, 13, '/*']]],
  },
  {
    what: 'two insertions at one place',
    spelling: 'json',
    text: '{"rules": [{} /* x */ ] }',
    steps: [
      [
        [17, 17, '"'],
        [17, 17, '//'],
      ],
    ],
  },
  {
    what: 'the first rule moved out of its column',
    spelling: 'yaml',
    text: 'rules:\n  - {}\n',
    steps: [[[8, 9, '']]],
  },
  {
    what: 'a line break behind a first rule that is none any more',
    spelling: 'yaml',
    text: 'hostRules:\n- {}\nrules:\n- name: b\n  effect: alert\ncontainerRules:\n- {}\n  \n- name: c',
    steps: [[[24, 24, '"']], [[36, 36, '\n']]],
  },
  {
    what: 'the key of a list that was taken for a rule of the list above',
    spelling: 'yaml',
    text: 'rules:\ncontainerRules:\n- {}\n  \n- name: c\n',
    steps: [[[22, 22, '"']], [[22, 23, '']]],
  },
  {
    what: 'a control character removed from a comment behind a rule',
    spelling: 'yaml',
    text: 'rules:\n- |\n  a\n\n# x\n- b: 2\n',
    steps: [[[17, 17, '\u0000']], [[17, 18, '']]],
  },
  {
    what: 'a word that is finished in a rule that is indented less than its brace',
    spelling: 'json',
    text: '{"rules": [\n    {\n  "list": [\n    {}\n  ],\n  "last": nul\n}]}',
    steps: [[[55, 55, 'l']]],
  },
];

for (const { what, spelling, text, steps } of found) {
  test(`${what} (${spelling})`, () => {
    let document = readPolicyText(text, spelling);
    let current = text;
    for (const step of steps) {
      const edits = step.map(([start, end, inserted]): TextEdit => ({ start, end, text: inserted }));
      document = rereadPolicy(document, edits);
      current = applyEdits(current, edits);
      assert.equal(document.text, current);
      assertAsFresh(document, () => what);
    }
  });
}
