import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixAllEdits, fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

/** The text after the only fix of the only finding with the code, which is also what "fix all" makes. */
function fixed(policy: PolicyName, spelling: Spelling, text: string, code: string): string {
  const doc = readPolicyText(text, spelling, policyKind(policy));
  const found = new PolicyChecker().check(doc).filter((finding) => finding.code === code);
  assert.equal(found.length, 1, text);
  const [fix] = fixesOf(found[0]!);
  assert.ok(fix, text);
  const after = applyEdits(text, fixEdits(doc, found[0]!, fix));
  assert.equal(applyEdits(text, fixAllEdits(doc, found)), after);
  return after;
}

const move = (spelling: Spelling, text: string): string =>
  fixed('waas/host', spelling, text, 'misplaced-protection');

const rename = (spelling: Spelling, text: string): string =>
  fixed('vulnerability/images', spelling, text, 'misspelled-field');

const head = 'rules:\n  - name: a\n    collections: [{name: All}]\n';

test('a protection moves into its application as it is written', () => {
  const own =
    '# why\n    sqli: # here\n      effect: alert\n      # digits\n      x: [9007199254740993, 1.10] # end\n';
  const inner = own.replaceAll('\n    ', '\n        ');
  assert.equal(
    move('yaml', `${head}    ${own}    applicationsSpec:\n      - appID: a # first\n`),
    `${head}    applicationsSpec:\n      - appID: a # first\n        ${inner}`,
  );
  assert.equal(
    move('yaml', `${head}    applicationsSpec:\n      - appID: a # first\n    ${own}    notes: n\n`),
    `${head}    applicationsSpec:\n      - appID: a # first\n        ${inner}    notes: n\n`,
  );
  const rule = '"name": "a", "collections": [{"name": "All"}]';
  assert.equal(
    move(
      'json',
      `{"rules": [\n  {${rule},\n    // why\n    "sqli": {\n      "x": [9007199254740993, 1.10] // digits\n    }, // end\n    "applicationsSpec": [\n      {\n        "appID": "a"\n      }\n    ]\n  }\n]}`,
    ),
    `{"rules": [\n  {${rule},\n    "applicationsSpec": [\n      {\n        "appID": "a",\n        // why\n        "sqli": {\n          "x": [9007199254740993, 1.10] // digits\n        } // end\n      }\n    ]\n  }\n]}`,
  );
});

test('a comment up to the end of the line ends before the bracket that follows', () => {
  assert.equal(
    move(
      'json',
      '{"rules": [{"name": "a", "collections": [{"name": "All"}], "applicationsSpec": [{"appID": "a"}],\n"sqli": 1.10 // why\n}]}',
    ),
    '{"rules": [{"name": "a", "collections": [{"name": "All"}], "applicationsSpec": [{"appID": "a", "sqli": 1.10 // why\n}]\n}]}',
  );
});

test('a protection beside an application in braces moves with its digits, or stays with its comments', () => {
  const value = '    sqli:\n      x: [9007199254740993, 1.10]\n';
  assert.equal(
    move('yaml', `${head}${value}    applicationsSpec: [{appID: a}]\n`),
    `${head}    applicationsSpec: [{appID: a, sqli: {x: [9007199254740993, 1.10]}}]\n`,
  );
  const commented = `${head}    sqli:\n      # why\n      effect: alert\n    applicationsSpec: [{appID: a}]\n`;
  assert.equal(move('yaml', commented), commented);
});

test('a protection stays where the application is also that of another rule', () => {
  const text = `${head}    sqli: {effect: alert}\n    applicationsSpec: &apps [{appID: a}]\n  - name: b\n    collections: [{name: All}]\n    applicationsSpec: *apps\n`;
  assert.equal(move('yaml', text), text);
});

test('the value of a misspelled field replaces that of the field as it is written', () => {
  const old = 'cveRules: [] # old';
  const value =
    '    # why\n    cveRuls:\n      # first\n      - id: CVE-2031-0001\n        x: 9007199254740993\n        y: 1.10 # end\n';
  for (const text of [`${head}    ${old}\n${value}`, `${head}${value}    ${old}\n`]) {
    assert.equal(rename('yaml', text), `${head}${value.replace('cveRuls', 'cveRules')}`);
  }
  const rule = '{"rules": [{"name": "a", "collections": [{"name": "All"}], ';
  assert.equal(
    rename('json', `${rule}"cveRules": [], "cveRuls": [{"x": 9007199254740993, "y": /* why */ 1.10}]}]}`),
    `${rule}"cveRules": [{"x": 9007199254740993, "y": /* why */ 1.10}]}]}`,
  );
});

test('a misspelled field stays where the value of the field cannot be replaced', () => {
  const text = `rules:\n  - name: a\n    collections: [{name: All}]\n    cveRules: &old [{id: CVE-2031-0001}]\n    cveRuls: [{id: CVE-2031-0002}]\n  - name: b\n    collections: [{name: All}]\n    cveRules: *old\n`;
  assert.equal(rename('yaml', text), text);
  const merged = `x-base: &base\n  cveRuls: [{id: CVE-2031-0002}]\n${head}    cveRules: []\n    <<: *base\n`;
  assert.equal(rename('yaml', merged), merged);
});
