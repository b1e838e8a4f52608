import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueHints } from '../../../../src/core/assist/completion/knownValues.ts';
import { kindOfDocument } from '../../../../src/core/document/policyDocument.ts';
import { schemaField } from '../../../../src/core/assist/schema/field.ts';
import { must } from '../../order/truth.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { ConsoleKnowledge } from '../../../../src/core/consoleFile/resources.ts';

const now = Date.parse('2026-11-27T09:00:00Z');

/** Each line with a hint, and the hint. */
function hinted(text: string, words: ConsoleKnowledge = {}, from = 0, to = text.length): string[] {
  const spelling = text.startsWith('{') ? 'json' : 'yaml';
  const policy = readPolicyText(text, spelling);
  const field = schemaField(must(kindOfDocument(policy)).shape, 'rule');
  return policy
    .arrays()
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => valueHints(rule, field, { start: from, end: to }, words, now))
    .map(
      ({ offset, text: hint }) =>
        `${text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim()} ${hint}`,
    );
}

const vulnerability = `policyType: containerVulnerability
rules:
  - name: a
    alertThreshold: {value: 4, disabled: false}
    blockThreshold:
      enabled: true
      value: 0
    cveRules:
      - id: CVE-2026-1
        expiration:
          enabled: true
          date: 2026-12-09T00:00:00Z
      - id: CVE-2026-2
        expiration: {enabled: true, date: "2026-11-26T23:00:00Z"}
      - id: CVE-2026-3
        expiration: {enabled: false, date: "2026-11-26T23:00:00Z"}
    tags:
      - name: today
        expiration: {enabled: true, date: 2026-11-27T00:00:00Z}
`;

test('thresholds show their severity and exceptions the time until they end', () => {
  assert.deepEqual(hinted(vulnerability), [
    'alertThreshold: {value: 4 medium and above',
    'value: 0 every severity',
    'date: 2026-12-09T00:00:00Z ends in 12 days',
    'expiration: {enabled: true, date: "2026-11-26T23:00:00Z" ended 1 day ago',
    'expiration: {enabled: true, date: 2026-11-27T00:00:00Z ends today',
  ]);
});

test('a threshold that is off has no hint', () => {
  const off = `policyType: containerVulnerability
rules:
  - name: a
    disabled: true
    alertThreshold: {value: 7, disabled: true}
    blockThreshold: {enabled: false, value: 9}
    pkgTypesThresholds:
      - {type: go, blockThreshold: {value: 9}}
  - name: b
    disabled: true
    alertThreshold: {value: 7, disabled: false}
    blockThreshold: {enabled: true, value: 9}
`;
  assert.deepEqual(hinted(off), [
    'alertThreshold: {value: 7 high and above',
    'blockThreshold: {enabled: true, value: 9 critical only',
  ]);
});

test('checks show their titles as far as the console has said them, in both spellings', () => {
  const checks = new Map([[5041, { title: 'Runs as root', severity: 'high' }]]);
  const yaml = `policyType: containerCompliance
rules:
  - name: a
    condition:
      vulnerabilities:
        - id: 5041
          block: true
        - id: 7
`;
  assert.deepEqual(hinted(yaml, { checks }), ['- id: 5041 Runs as root (high)']);
  assert.deepEqual(hinted(yaml), []);
  const json =
    '{"policyType": "containerCompliance",\n"rules": [{"condition": {"vulnerabilities": [\n{"id": 5041}]}}]}';
  assert.deepEqual(hinted(json, { checks }), ['{"id": 5041 Runs as root (high)']);
});

test('only values in the range have hints, and an alias has them where it is written', () => {
  const at = vulnerability.indexOf('      value: 0');
  assert.deepEqual(hinted(vulnerability, {}, at, at + 15), ['value: 0 every severity']);
  const twice = `policyType: containerVulnerability
rules:
  - name: a
    alertThreshold: &from
      value: 7
    blockThreshold: *from
`;
  assert.deepEqual(hinted(twice), ['value: 7 high and above']);
});
