import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { problemsOfNode, type StructureProblem } from '../../../../src/core/document/reading/problems.ts';
import type { SyntaxNode } from '../../../../src/core/document/syntaxNode.ts';
import { readWithLibrary } from '../../../../src/core/document/yaml/libraryYaml.ts';
import { YamlScanner } from '../../../../src/core/document/yaml/scanYaml.ts';
import { TooDeep, Unsure } from '../../../../src/core/document/yaml/yamlScalars.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { jsonObjects, policies } from '../arbitraries.ts';
import { policyTexts } from '../edits/policyTexts.ts';

/** What the fast reader reads of a text that it is sure of. */
function scanned(text: string): { readonly root: SyntaxNode | undefined } | undefined {
  try {
    return { root: new YamlScanner(text).document(0) };
  } catch (error) {
    assert.ok(error instanceof Unsure || error instanceof TooDeep, String(error));
    return undefined;
  }
}

/** Answers whether the fast reader was sure. */
function assertAgree(text: string): boolean {
  const reading = scanned(text);
  if (!reading) {
    return false;
  }
  const { root, problems } = readWithLibrary(text);
  assert.deepEqual(problems, [], JSON.stringify(text));
  assert.deepEqual(reading.root, root, JSON.stringify(text));
  if (!reading.root || !root) {
    return true;
  }
  const fast = problemsOfNode(reading.root);
  const slow = problemsOfNode(root);
  const byPlace = (a: StructureProblem, b: StructureProblem) => a.range.start - b.range.start;
  assert.deepEqual(fast.sort(byPlace), slow.sort(byPlace), JSON.stringify(text));
  return true;
}

const tokens = [
  'a',
  'b:',
  'name:',
  'name: x',
  '- ',
  '-',
  '  ',
  '    ',
  ' ',
  '\n',
  '\n',
  '\n  ',
  '\n- ',
  '\n  - ',
  '\n    ',
  '# c',
  ' # c',
  '"q"',
  '"a\\tb"',
  '"\\u00e9"',
  "'it''s'",
  '[a, b]',
  '{a: b}',
  '[]',
  '{}',
  '{a: [1, {b: "c"}]}',
  '{"a":1}',
  '{"a" : "b","c":["d",{"e":null}]}',
  "{'a':b}",
  '|',
  '|-\n',
  '|+',
  '>',
  '>-',
  ': ',
  ':',
  ',',
  '~',
  'null',
  'true',
  'False',
  '1',
  '-1',
  '1.5',
  '.5',
  '0x1F',
  '0o17',
  '1e3',
  '.inf',
  '017',
  '+1',
  '<<: ',
  '? ',
  '&a ',
  '*a',
  '!t ',
  '\t',
  '\r\n',
  'é',
  '😀',
  '--- ',
  '...',
  '%',
  '@',
  '`',
  '=',
  'x y',
  'http://x/y',
  'a#b',
  'a:b',
  '"',
  "'",
  '\u0085',
  '\ufeff',
  '\u2028',
];

test('the fast reader and the library agree on soups of tokens', () => {
  let sure = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 14 }), (parts) => {
      sure += assertAgree(parts.join('')) ? 1 : 0;
    }),
    { numRuns: 8000 },
  );
  assert.ok(sure > 500, `${sure}`);
});

const lines = [
  'a: 1',
  'b: x y # c',
  'c:',
  'c: ',
  '- a',
  '- a: 1',
  '- b:',
  '-',
  '- - x',
  '- "q": 1',
  'd: [x, {y: z}]',
  'e: |',
  'e: |-',
  'text',
  '# comment',
  '',
  '   ',
  '"k k": "v"',
  "'s': 't'",
  'f: "x',
  'g: {a: b, }',
  '- |',
  'key with spaces : v',
  '  tail',
  'a: 2',
];

test('the fast reader and the library agree on soups of lines', () => {
  let sure = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...lines)), { maxLength: 12 }),
      fc.boolean(),
      (parts, crlf) => {
        const text = parts.map(([indent, line]) => ' '.repeat(indent) + line).join(crlf ? '\r\n' : '\n');
        sure += assertAgree(text) ? 1 : 0;
      },
    ),
    { numRuns: 8000 },
  );
  assert.ok(sure > 500, `${sure}`);
});

test('the fast reader is sure of what Ordinance writes', () => {
  let sure = 0;
  let all = 0;
  fc.assert(
    fc.property(fc.oneof(policies, jsonObjects), fc.boolean(), (value, crlf) => {
      const text = writePolicyText(value, 'yaml');
      all++;
      sure += assertAgree(crlf ? text.replaceAll('\n', '\r\n') : text) ? 1 : 0;
    }),
    { numRuns: 800 },
  );
  assert.ok(sure > all * 0.7, `${sure} of ${all}`);
});

const inBrackets = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ', ',
  ': ',
  ':',
  '"a"',
  '"b": ',
  "'c': ",
  'd',
  'e: ',
  '1',
  'null',
  'true',
  '\n',
  '\r\n',
  '  ',
  ' # c\n',
  '"f":',
  '-',
  '---',
  '...',
];

test('the fast reader and the library agree on soups of brackets', () => {
  let sure = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(['[', ']'], ['{', '}']),
      fc.array(fc.constantFrom(...inBrackets), { maxLength: 12 }),
      fc.constantFrom('', '\n', ' # c', '\n# c\n'),
      ([open, close], parts, tail) => {
        sure += assertAgree(`${open}${parts.join('')}${close}${tail}`) ? 1 : 0;
      },
    ),
    { numRuns: 15_000 },
  );
  assert.ok(sure > 500, `${sure}`);
});

test('the fast reader is sure of JSON', () => {
  let sure = 0;
  fc.assert(
    fc.property(jsonObjects, fc.boolean(), (value, pretty) => {
      sure += assertAgree(writeJson(value, pretty ? { indent: 2 } : {})) ? 1 : 0;
    }),
    { numRuns: 600 },
  );
  assert.ok(sure > 350, `${sure}`);
});

test('they agree on texts with comments everywhere', () => {
  fc.assert(
    fc.property(policyTexts('yaml'), (text) => {
      assertAgree(text);
    }),
    { numRuns: 400 },
  );
});
