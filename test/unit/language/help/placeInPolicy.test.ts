import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt, placeInPolicy } from '../../../../src/language/help/placeInPolicy.ts';
import { proposals } from '../../../../src/language/help/proposals.ts';
import { PolicyDocument } from '../../../../src/language/policyDocument.ts';
import { policyKind } from '../../../../src/model/families.ts';
import type { Spelling } from '../../../../src/model/policyFile.ts';

/** `|` is the cursor. */
function labels(text: string, spelling: Spelling, name = 'vulnerability/images'): string[] {
  const document = PolicyDocument.read(text.replace('|', ''), spelling, policyKind(name));
  const found = placeInPolicy(document, text.indexOf('|'));
  return found ? proposals(found.place, found.root, spelling, console).map(({ label }) => label) : [];
}

const console = {
  collections: new Set(['All', 'prod']),
  checks: new Map([
    [41, { title: 'Runs as root', severity: 'high' }],
    [422, { title: 'Holds malware', severity: 'critical' }],
  ]),
  customRules: new Map([[16, { name: 'No shells', type: 'processes' }]]),
  tags: new Map([['In review', 'looked at']]),
  networkLists: new Map([['offices', '']]),
};

/** The same place in both spellings. */
const twins: readonly [
  what: string,
  yaml: string,
  json: string,
  expected: RegExp,
  unexpected?: RegExp,
  policy?: string,
][] = [
  [
    'keys of a rule that it does not have',
    'rules:\n  - name: a\n    |\n',
    '{"rules": [{"name": "a", |}]}',
    /,alertThreshold,.*,graceDays,/,
    /(^|,)name,/,
  ],
  [
    'keys of an object in a rule',
    'rules:\n  - name: a\n    alertThreshold:\n      |\n',
    '{"rules": [{"name": "a", "alertThreshold": {|}}]}',
    /disabled,.*value,/,
    /graceDays/,
  ],
  [
    'truths',
    'rules:\n  - name: a\n    disabled: |\n',
    '{"rules": [{"name": "a", "disabled": |}]}',
    /^true,false,$/,
  ],
  [
    'thresholds',
    'rules:\n  - alertThreshold:\n      value: |\n',
    '{"rules": [{"alertThreshold": {"value": |}}]}',
    /^0,1,4,7,9,$/,
  ],
  [
    'collections',
    'rules:\n  - collections:\n      - name: |\n',
    '{"rules": [{"collections": [{"name": "|"}]}]}',
    /^All,prod,$/,
  ],
  [
    'collections, half written in quotes',
    'rules:\n  - collections:\n      - name: "pr|"\n',
    '{"rules": [{"collections": [{"name": "pr|"}]}]}',
    /^All,prod,$/,
  ],
  [
    'collections between brackets',
    'rules:\n  - {name: a, collections: [{name: |}]}\n',
    '{"rules": [{"name": "a", "collections": [{"name": |}]}]}',
    /^All,prod,$/,
  ],
  [
    'keys between brackets',
    'rules:\n  - name: a\n    alertThreshold: {value: 4, |}\n',
    '{"rules": [{"name": "a", "alertThreshold": {"value": 4, |}}]}',
    /^disabled,$/,
  ],
  [
    'truths between brackets that are not closed',
    'rules:\n  - name: a\n    blockThreshold: {enabled: |\n',
    '{"rules": [{"name": "a", "blockThreshold": {"enabled": |',
    /^true,false,$/,
  ],
  [
    'checks, the worst first',
    'rules:\n  - condition:\n      vulnerabilities:\n        - id: |\n',
    '{"rules": [{"condition": {"vulnerabilities": [{"id": |}]}}]}',
    /^422,41,$/,
    undefined,
    'compliance/container',
  ],
  [
    'custom rules',
    'rules:\n  - processes: {}\n    customRules:\n      - _id: |\n',
    '{"rules": [{"customRules": [{"_id": |}]}]}',
    /^16,$/,
    undefined,
    'runtime/container',
  ],
  ['tags', 'rules:\n  - tags:\n      - name: |\n', '{"rules": [{"tags": [{"name": "|"}]}]}', /^In review,$/],
  [
    'network lists',
    'rules:\n  - applicationsSpec:\n      - networkControls:\n          subnets:\n            alert:\n              - |\n',
    '{"rules": [{"applicationsSpec": [{"networkControls": {"subnets": {"alert": ["|"]}}}]}]}',
    /^offices,$/,
    undefined,
    'waas/container',
  ],
  [
    'effects',
    'rules:\n  - processes:\n      defaultEffect: |\n',
    '{"rules": [{"processes": {"defaultEffect": "|"}}]}',
    /alert,.*prevent,/,
    undefined,
    'runtime/container',
  ],
  ['the policy type', 'policyType: |\n', '{"policyType": "|"}', /containerVulnerability,/],
];

for (const [what, yaml, json, expected, unexpected, policy] of twins) {
  for (const [spelling, text] of [
    ['yaml', yaml],
    ['json', json],
  ] as const) {
    test(`${what} (${spelling})`, () => {
      const found = labels(text, spelling, policy)
        .map((label) => `${label},`)
        .join('');
      assert.match(found, expected);
      if (unexpected) {
        assert.doesNotMatch(found, unexpected);
      }
    });
  }
}

test('a field is found by its key and by its value, in both spellings', () => {
  const texts: readonly [Spelling, string][] = [
    ['yaml', 'rules:\n  - name: a\n    blockThreshold:\n      enabled: true\n'],
    ['json', '{"rules": [{"name": "a", "blockThreshold": {"enabled": true}}]}'],
  ];
  for (const [spelling, text] of texts) {
    const document = PolicyDocument.read(text, spelling, policyKind('vulnerability/images'));
    for (const word of ['enabled', 'true']) {
      const found = fieldAt(document, text.indexOf(word) + 1);
      assert.deepEqual(found?.path, ['blockThreshold', 'enabled'], `${spelling} ${word}`);
      assert.notEqual(found?.field.schema.description, undefined);
    }
    assert.equal(fieldAt(document, text.indexOf('rules') + 1)?.key, 'rules');
  }
});

test('a snippet writes every value as itself', () => {
  const document = PolicyDocument.read(
    'rules:\n  - name: a\n    |\n',
    'yaml',
    policyKind('runtime/container'),
  );
  const found = placeInPolicy(document, 'rules:\n  - name: a\n    '.length);
  assert.ok(found);
  const all = proposals(found.place, found.root, 'yaml');
  const disabled = all.find(({ label }) => label === 'disabled');
  assert.match(disabled?.snippet ?? '', /^disabled: \$\{1\|(true,false|false,true)\|\}$/);
  const processes = all.find(({ label }) => label === 'processes');
  assert.equal(processes?.snippet, 'processes:\n      $0');
});
