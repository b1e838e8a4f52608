import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAtPath } from '../../../../src/core/document/placeAtPath.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { parseJson } from '../../../../src/core/json/jsonText.ts';
import { isJsonObject } from '../../../../src/core/json/json.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';

const rule = {
  name: 'a',
  alertThreshold: { disabled: false, value: 4 },
  blockThreshold: { enabled: true, value: 9 },
  cveRules: [
    { id: 'CVE-1', effect: 'alert', description: 'CVE-2' },
    { id: 'CVE-2', effect: 'block' },
  ],
  condition: {
    vulnerabilities: [
      { id: 40, minAge: 41, block: false },
      { id: 41, block: true },
    ],
  },
  labels: { 'a.b': 'x', 'c[0]': 'y' },
};
const policy = parseJson(JSON.stringify({ policyType: 'containerVulnerability', rules: [rule] }));
const places: readonly (readonly [path: string, line: string])[] = [
  ['alertThreshold.value', 'value: 4'],
  ['blockThreshold.value', 'value: 9'],
  ['cveRules["CVE-2"].effect', 'effect: block'],
  ['cveRules["CVE-2"]', 'id: CVE-2'],
  ['cveRules[1]', 'id: CVE-2'],
  ['condition.vulnerabilities[41].block', 'block: true'],
  ['labels["a.b"]', 'a.b: x'],
  ['labels["c[0]"]', 'c[0]: y'],
  ['blockThreshold.other', 'blockThreshold:'],
  ['other', 'name: a'],
  ['', 'name: a'],
];

for (const spelling of ['yaml', 'json'] as const) {
  for (const [path, line] of places) {
    test(`${path || 'a rule'} is found where it stands (${spelling})`, () => {
      assert.ok(isJsonObject(policy));
      const text = writePolicyText(policy, spelling);
      const read = readPolicyText(text, spelling, policyKind('vulnerability/images'));
      const rest = text.slice(placeAtPath(read, 'rules', path)).replace(/^\{\s*/, '');
      const [first = ''] = rest.split('\n');
      assert.equal(first.replaceAll(/["',{]/g, '').trim(), line);
    });
  }
}

test('a member of the document itself is found', () => {
  const text = 'policyType: containerVulnerability\nowner: b\nrules: []\n';
  const read = readPolicyText(text, 'yaml', policyKind('vulnerability/images'));
  assert.equal(placeAtPath(read, undefined, 'owner'), text.indexOf('owner'));
  assert.equal(placeAtPath(read, undefined, 'elsewhere'), 0);
});
