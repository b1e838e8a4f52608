import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConsoleFile } from '../../../../src/core/assist/consoleFile/checkConsoleFile.ts';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixAllEdits, fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import type { Diagnostic } from '../../../../src/core/document/diagnostic.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

const ofYaml = [
  '007',
  '2.0',
  '12e03',
  '0777',
  '0x1F',
  '0o17',
  'True',
  'FALSE',
  '1.10',
  '.5',
  '+1',
  '-0',
  '9007199254740993',
];
const ofJson = ['2.0', '12e03', 'true', '1.10', '-0', '9007199254740993'];

/** Where texts are meant, by policy: `…` stands for the value, and for the text that the fix writes. */
const places: readonly (readonly [policy: string, yaml: string, json: string])[] = [
  [
    'vulnerability/images',
    'rules:\n  - name: … # why\n    collections: [{name: All}]\n',
    '{"rules": [{"name": …, "collections": [{"name": "All"}]}]}',
  ],
  [
    'vulnerability/images',
    'rules:\n  - name: a\n    collections:\n      - name: …\n',
    '{"rules": [{"name": "a", "collections": [{"name": …}]}]}',
  ],
  [
    'vulnerability/images',
    'rules:\n  - name: a\n    collections: [{name: All}]\n    tags: [{name: …, effect: ignore}]\n',
    '{"rules": [{"name": "a", "collections": [{"name": "All"}], "tags": [{"name": …, "effect": "ignore"}]}]}',
  ],
  [
    'compliance/container',
    'rules:\n  - name: a\n    notes: …\n    collections: [{name: All}]\n',
    '{"rules": [{"name": "a", "notes": …, "collections": [{"name": "All"}]}]}',
  ],
  [
    'runtime/container',
    'rules:\n  - name: a\n    collections: [{name: All}]\n    processes:\n      allowedList:\n        - ls\n        - …\n',
    '{"rules": [{"name": "a", "collections": [{"name": "All"}], "processes": {"allowedList": ["ls", …]}}]}',
  ],
  [
    'waas/container',
    'rules:\n  - name: a\n    collections: [{name: All}]\n    applicationsSpec: [{appID: …}]\n',
    '{"rules": [{"name": "a", "collections": [{"name": "All"}], "applicationsSpec": [{"appID": …}]}]}',
  ],
  [
    'cnns/network',
    'networkEntities:\n  - _id: 1\n    name: …\n',
    '{"networkEntities": [{"_id": 1, "name": …}]}',
  ],
];

function readings(yaml: string, json: string): (readonly [Spelling, string, string])[] {
  return [
    ...ofYaml.map((value) => ['yaml', value, yaml] as const),
    ...ofJson.map((value) => ['json', value, json] as const),
  ];
}

test('a value that is made a text keeps every character, also where all of its kind are', () => {
  for (const [policy, yaml, json] of places) {
    for (const [spelling, value, text] of readings(yaml, json)) {
      fixed(text, value, spelling, policyKind(policy), (doc) => new PolicyChecker().check(doc));
    }
  }
});

test('one value where a list of texts is meant keeps every character', () => {
  const kind = policyKind('runtime/container');
  for (const value of ofYaml) {
    const text = `rules:\n  - name: a\n    collections: [{name: All}]\n    processes:\n      allowedList: ${value}\n`;
    const doc = readPolicyText(text, 'yaml', kind);
    const [found] = new PolicyChecker().check(doc).filter(({ code }) => code === 'schema-type');
    const [fix] = fixesOf(found!);
    const after = applyEdits(text, fixEdits(doc, found!, fix!));
    assert.match(after, new RegExp(`"${value.replaceAll(/[.+]/g, String.raw`\$&`)}"`));
  }
});

test('a value of a file of tests or of the consoles that is made a text keeps every character', () => {
  const yaml =
    'policy: vulnerability/images\ntests:\n  - name: …\n    every: {images: [a]}\n    expect: {blocks: never}\n';
  const json =
    '{"policy": "vulnerability/images", "tests": [{"name": …, "every": {"images": ["a"]}, "expect": {"blocks": "never"}}]}';
  for (const [spelling, value, text] of readings(yaml, json)) {
    fixed(text, value, spelling, undefined, (doc) => readTestFile(doc.text, spelling).diagnostics);
  }
  const consoles = 'consoles:\n  production:\n    url: https://console.example\n    project: …\n';
  for (const value of ofYaml) {
    fixed(consoles, value, 'yaml', undefined, (doc) => checkConsoleFile(doc.text));
  }
});

/** The fix, and the fix of all, put the value as it is written in quotes, and change nothing else. */
function fixed(
  template: string,
  value: string,
  spelling: Spelling,
  kind: PolicyKind | undefined,
  check: (doc: PolicyDocument) => readonly Diagnostic[],
): void {
  const text = template.replace('…', value);
  const doc = readPolicyText(text, spelling, kind);
  const found = check(doc).filter(({ code }) => code === 'schema-type');
  assert.equal(found.length, 1, text);
  const [fix] = fixesOf(found[0]!);
  assert.ok(fix, text);
  const expected = template.replace('…', `"${value}"`);
  assert.equal(applyEdits(text, fixEdits(doc, found[0]!, fix)), expected);
  assert.equal(applyEdits(text, fixAllEdits(doc, found)), expected);
}
