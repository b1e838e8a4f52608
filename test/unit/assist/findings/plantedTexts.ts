import type { CheckerOptions } from '../../../../src/core/assist/findings/policyChecker.ts';

/** Texts with mistakes, marked as the findings must be: `rule(n)` is one of a thousand rules. */
export interface PlantedRule {
  readonly code: string;
  readonly policy: string;
  /** Left out where the spelling has no such mistake. */
  readonly json?: (mark: number) => string;
  readonly yaml?: (mark: number) => string;
  /** Around the rules, with `…` where they stand; given when it is not a plain policy of one list. */
  readonly around?: { readonly json: string; readonly yaml: string };
  readonly options?: CheckerOptions;
}

const images = 'vulnerability/images';
const container = 'compliance/container';
const scopes = new Map([
  ['All', {}],
  ['Lambdas', { functions: ['pay-*'], images: [], hosts: [], containers: [] }],
]);
const checks = new Map([[41, { title: 'Runs as root', type: 'image' }]]);
const all = '"collections": [{"name": "All"}]';
const allLines = '  collections:\n    - name: All\n';

function rule(inside: (mark: number) => string): (mark: number) => string {
  return (mark) => `{"name": "rule ${mark}", ${all}, ${inside(mark)}}`;
}

function lines(inside: (mark: number) => string): (mark: number) => string {
  return (mark) => `- name: rule ${mark}\n${allLines}${inside(mark)}`;
}

export const plantedRules: readonly PlantedRule[] = [
  {
    code: 'duplicate-rule-name',
    policy: images,
    json: () => `{"name": «"same"», ${all}}`,
    yaml: () => `- name: «same»\n${allLines}`,
    around: {
      json: '{"policyType": "containerVulnerability", "rules": [{"name": "same", "collections": []},…]}',
      yaml: 'policyType: containerVulnerability\nrules:\n- name: same\n…',
    },
  },
  {
    code: 'old-scope',
    policy: images,
    json: (mark) => `{"name": "rule ${mark}", «"resources"»: {"images": ["shop/*"]}}`,
    yaml: (mark) => `- name: rule ${mark}\n  «resources»:\n    images: [shop/*]\n`,
  },
  {
    code: 'constrained-collection',
    policy: images,
    json: (mark) => `{"name": "rule ${mark}", "collections": [{"name": «"Lambdas"»}]}`,
    yaml: (mark) => `- name: rule ${mark}\n  collections:\n    - name: «Lambdas»\n`,
    options: { known: () => ({ scopes, collections: new Set(scopes.keys()) }) },
  },
  {
    code: 'unknown-check',
    policy: container,
    json: rule((mark) => `"condition": {"vulnerabilities": [{"id": «${9000 + mark}», "block": false}]}`),
    yaml: lines(
      (mark) => `  condition:\n    vulnerabilities:\n      - id: «${9000 + mark}»\n        block: false\n`,
    ),
    options: { known: () => ({ checks }) },
  },
  {
    code: 'check-of-other-type',
    policy: container,
    json: rule(() => `"condition": {"vulnerabilities": [{"id": «6151», "block": false}]}`),
    yaml: lines(() => `  condition:\n    vulnerabilities: [{id: «6151», block: false}]\n`),
    options: { known: () => ({ checks: new Map([[6151, { title: 'Of hosts', type: 'linux' }]]) }) },
  },
  {
    code: 'unblockable-check',
    policy: container,
    json: rule(() => `"condition": {"vulnerabilities": [{"id": 598, "block": «true»}]}`),
    yaml: lines(() => `  condition:\n    vulnerabilities: [{id: 598, block: «true»}]\n`),
  },
  {
    code: 'effect-mismatch',
    policy: images,
    json: rule(() => `"effect": «"alert"», "blockThreshold": {"enabled": true, "value": 9}`),
    yaml: lines(() => `  effect: «alert»\n  blockThreshold: {enabled: true, value: 9}\n`),
  },
  {
    code: 'block-below-alert',
    policy: images,
    json: rule(() => `"alertThreshold": {"value": 9}, "blockThreshold": {"enabled": true, "value": «4»}`),
    yaml: lines(() => `  alertThreshold: {value: 9}\n  blockThreshold: {enabled: true, value: «4»}\n`),
  },
  {
    code: 'broad-alert-threshold',
    policy: images,
    json: rule(() => `"alertThreshold": {"disabled": false, "value": «0»}`),
    yaml: lines(() => `  alertThreshold:\n    disabled: false\n    value: «0»\n`),
  },
  {
    code: 'deprecated-field',
    policy: 'runtime/container',
    json: rule(() => `"processes": {«"blacklist"»: []}`),
    yaml: lines(() => `  processes:\n    «blacklist»: []\n`),
  },
  {
    code: 'secret-in-file',
    policy: images,
    json: rule((mark) => `"notes": «"password=hunter${mark}hunter${mark}"»`),
    yaml: lines((mark) => `  notes: «password=hunter${mark}hunter${mark}»\n`),
  },
  {
    code: 'collection-spaces',
    policy: images,
    json: (mark) => `{"name": "rule ${mark}", "collections": [{"name": «"All "»}]}`,
    yaml: (mark) => `- name: rule ${mark}\n  collections:\n    - name: «"All "»\n`,
  },
  {
    code: 'missing-quotes',
    policy: images,
    yaml: lines((mark) => `  notes: «@team ${mark}»\n`),
  },
  {
    code: 'lost-character',
    policy: images,
    json: rule((mark) => `"notes": «"caf\uFFFD ${mark}"»`),
    yaml: lines((mark) => `  notes: «caf\uFFFD ${mark}»\n`),
  },
  {
    code: 'duplicate-rule-id',
    policy: 'cnns/network',
    json: (mark) => `{"id": «7», "name": "rule ${mark}", "src": 1, "dst": 1}`,
    yaml: (mark) => `- id: «7»\n  name: rule ${mark}\n  src: 1\n  dst: 1\n`,
    around: {
      json: '{"_id": "networkFirewall", "networkEntities": [{"_id": 1}], "containerRules": [{"id": 7, "name": "x"},…]}',
      yaml: '_id: networkFirewall\nnetworkEntities: [{_id: 1}]\ncontainerRules:\n- {id: 7, name: x}\n…',
    },
  },
  {
    code: 'duplicate-entity',
    policy: 'cnns/network',
    json: (mark) => `{"_id": «7», "name": "e ${mark}"}`,
    yaml: (mark) => `- _id: «7»\n  name: e ${mark}\n`,
    around: {
      json: '{"_id": "networkFirewall", "networkEntities": [{"_id": 7},…]}',
      yaml: '_id: networkFirewall\nnetworkEntities:\n- _id: 7\n…',
    },
  },
  {
    code: 'duplicate-collection',
    policy: 'cnns/network',
    json: (mark) => `{"_id": 1${mark}, "collections": [{"name": "a"}, {"name": «"a"»}]}`,
    yaml: (mark) => `- _id: 1${mark}\n  collections:\n  - name: a\n  - name: «a»\n`,
    around: {
      json: '{"_id": "networkFirewall", "networkEntities": [{"_id": 7},…]}',
      yaml: '_id: networkFirewall\nnetworkEntities:\n- _id: 7\n…',
    },
  },
  {
    code: 'rule-not-an-object',
    policy: images,
    json: (mark) => `«${mark}»`,
    yaml: (mark) => `- «${mark}»\n`,
  },
  {
    code: 'duplicate-key',
    policy: images,
    json: rule((mark) => `"graceDays": ${mark}, «"graceDays"»: 7`),
    yaml: lines((mark) => `  graceDays: ${mark}\n  «graceDays»: 7\n`),
  },
  {
    code: 'number-out-of-range',
    policy: images,
    json: rule((mark) => `"graceDays": «${mark}e999»`),
    yaml: lines((mark) => `  graceDays: «${mark}e999»\n`),
  },
  {
    code: 'lone-surrogate',
    policy: images,
    json: rule(() => `"notes": «"x\ud800"»`),
    yaml: lines(() => `  notes: «"x\\ud800"»\n`),
  },
  {
    code: 'trailing-comma',
    policy: images,
    json: rule((mark) => `"graceDays": ${mark}«,» `),
  },
  {
    code: 'control-character',
    policy: images,
    json: rule((mark) => `"notes": "${mark}«\u0007»"`),
  },
  {
    code: 'not-finite',
    policy: images,
    yaml: lines(() => `  graceDays: «.inf»\n`),
  },
  {
    code: 'unsupported-tag',
    policy: images,
    yaml: lines((mark) => `  notes: «!date» ${mark}\n`),
  },
  {
    code: 'key-not-a-string',
    policy: images,
    yaml: lines((mark) => `  «[${mark}]»: 1\n`),
  },
];

/** Ten lists, each of ten times the one before. */
function manyAliases(): string {
  const level = (number: number): string =>
    `x${number}: &x${number} [${Array.from({ length: 10 }, () => (number === 0 ? '1' : `*x${number - 1}`)).join(', ')}]\n`;
  return `«${Array.from({ length: 10 }, (_, number) => level(number)).join('')}rules: []\n»`;
}

export interface PlantedOnce {
  readonly code: string;
  readonly policy?: string;
  readonly json?: string;
  readonly yaml?: string;
}

/** What a document can have only once, or what leaves its rules unread. */
export const plantedOnce: readonly PlantedOnce[] = [
  { code: 'not-a-policy', policy: images, json: ' «[1]»', yaml: '«- 1»\n' },
  { code: 'not-a-policy', policy: images, json: '«»', yaml: '«»' },
  { code: 'rules-not-a-list', policy: images, json: '{"rules": «{"a": 1}»}', yaml: 'rules: «text»\n' },
  { code: 'syntax', policy: images, json: '{"rules": [{"name" «1»}]}', yaml: 'rules:\n- name: "a\n«»' },
  {
    code: 'too-deep',
    policy: images,
    json: `{"rules": [{"a": ${'['.repeat(197)}«[»${']'.repeat(198)}}]}`,
    yaml: `rules:\n- a: ${'['.repeat(197)}«[»${']'.repeat(198)}\n`,
  },
  { code: 'yaml-directive', policy: images, yaml: '%YAML 1.2\n«%FOO bar»\n---\nrules: []\n' },
  { code: 'unknown-policy', json: '{«"rules"»: []}', yaml: '«rules»: []\n' },
  {
    code: 'wrong-policy-type',
    policy: images,
    json: '{"policyType": «"hostVulnerability"», "rules": []}',
    yaml: 'policyType: «hostVulnerability»\nrules: []\n',
  },
  { code: 'unresolved-alias', policy: images, yaml: 'rules:\n- name: a\n  action: [«*»]\n' },
  { code: 'tab-indentation', policy: images, yaml: 'rules:\n- name: a\n«\t»notes: b\n  effect: alert\n' },
  { code: 'too-many-aliases', policy: images, yaml: manyAliases() },
  { code: 'too-large', policy: images, yaml: `«a»: &x ${'b'.repeat(2 * 1024 * 1024)}\nrules: []\n` },
  { code: 'rules-missing', policy: images, json: '{«"rule"»: []}', yaml: '«rule»: []\n' },
  { code: 'rules-missing', policy: images, json: '{«"name"»: "a"}', yaml: '«name»: a\n' },
  { code: 'rules-missing', policy: images, json: '{«"p"»: {"rules": []}}', yaml: '«p»:\n  rules: []\n' },
  { code: 'rules-missing', policy: 'cnns/network', json: '{«"rules"»: []}', yaml: '«rules»: []\n' },
  { code: 'rules-missing', json: '{«"name"»: "a"}', yaml: '«name»: a\n' },
  { code: 'no-rules', policy: images, json: '«{»}', yaml: '«{»}\n' },
  { code: 'no-rules', policy: images, json: '{«"rules"»: []}', yaml: '«rules»: []\n' },
];
