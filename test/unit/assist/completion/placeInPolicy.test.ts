import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt, placeInPolicy } from '../../../../src/core/assist/completion/placeInPolicy.ts';
import { proposals, ruleProposals, type Proposal } from '../../../../src/core/assist/completion/proposals.ts';
import { yamlFlowString, yamlLine } from '../../../../src/core/document/yaml/writeYaml.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { schemaField } from '../../../../src/core/assist/schema/field.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

type Found = NonNullable<ReturnType<typeof placeInPolicy>>;

/** `|` is the cursor. */
function labels(text: string, spelling: Spelling, name = 'vulnerability/images'): string[] {
  const document = readPolicyText(text.replace('|', ''), spelling, policyKind(name));
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

test('a field right in front of the cursor is not offered again', () => {
  const found = labels('{"rules": [{"name": "a", "tags": []|}]}', 'json');
  assert.ok(found.includes('notes') && !found.includes('tags'), found.join());
});

test('a field is found by its key and by its value, in both spellings', () => {
  const texts: readonly [Spelling, string][] = [
    ['yaml', 'rules:\n  - name: a\n    blockThreshold:\n      enabled: true\n'],
    ['json', '{"rules": [{"name": "a", "blockThreshold": {"enabled": true}}]}'],
  ];
  for (const [spelling, text] of texts) {
    const document = readPolicyText(text, spelling, policyKind('vulnerability/images'));
    for (const word of ['enabled', 'true']) {
      const found = fieldAt(document, text.indexOf(word) + 1);
      const field = schemaField('vulnerability', 'rule').at(['blockThreshold', 'enabled']);
      assert.deepEqual(found, { key: 'enabled', field }, `${spelling} ${word}`);
      assert.notEqual(field?.schema.description, undefined);
    }
    assert.equal(fieldAt(document, text.indexOf('rules') + 1)?.key, 'rules');
  }
});

test('a snippet writes every value as itself', () => {
  const document = readPolicyText('rules:\n  - name: a\n    |\n', 'yaml', policyKind('runtime/container'));
  const found = placeInPolicy(document, 'rules:\n  - name: a\n    '.length);
  assert.ok(found);
  const all = proposals(found.place, found.root, 'yaml');
  const disabled = all.find(({ label }) => label === 'disabled');
  assert.match(disabled?.snippet ?? '', /^disabled: \$\{1\|(true,false|false,true)\|\}$/);
  const processes = all.find(({ label }) => label === 'processes');
  assert.equal(processes?.snippet, 'processes:\n      $0');
});

test('a name is written as the files themselves write it, wherever some reader would take it for something else', () => {
  const names = ['nan', 'e5', 'Inf', 'off', '1.5', 'a: b', 'x, y', '$a', 'ä', 'team web', '# no', '\u2028'];
  for (const [spelling, marked, write] of [
    ['yaml', 'rules:\n  - collections:\n      - name: |\n', yamlLine],
    ['yaml', 'rules:\n  - {name: a, collections: [{name: |}]}\n', yamlFlowString],
    ['json', '{"rules": [{"collections": [{"name": |}]}]}', JSON.stringify],
  ] as const) {
    const document = readPolicyText(marked.replace('|', ''), spelling, policyKind('vulnerability/images'));
    const found = placeInPolicy(document, marked.indexOf('|'));
    assert.ok(found);
    const all = proposals(found.place, found.root, spelling, { collections: new Set(names) });
    assert.deepEqual(
      all.map(({ snippet }) => snippet.replaceAll(/\\([\\$}])/g, '$1')),
      names.map((name) => write(name)),
    );
  }
});

const plainRule = '{"name": "a", "collections": [{"name": "All"}]}';

for (const [what, text, expected] of [
  ['between two rules', `{"rules": [${plainRule},\n|\n${plainRule}]}`, /^\{"name": "x"\},$/],
  [
    'between two rules without a comma',
    `{"rules": [${plainRule}\n|\n${plainRule}]}`,
    /^<,>\{"name": "x"\},$/,
  ],
  ['behind the last rule', `{"rules": [${plainRule} // why\n|\n]}`, /^<,>\{"name": "x"\}$/],
  ['right behind the last rule', `{"rules": [${plainRule}|]}`, /^, \{"name": "x"\}$/],
  ['in an empty list', '{"rules": [\n|\n]}', /^\{"name": "x"\}$/],
  ['in front of the first rule', `{"rules": [|\n${plainRule}]}`, /^\{"name": "x"\},$/],
] as const) {
  for (const long of [false, true]) {
    test(`a new rule brings the commas it needs: ${what}${long ? ', in a long policy' : ''}`, () => {
      const marked = long ? text.replace('{"rules"', `{"notes": "${'x'.repeat(1_100_000)}", "rules"`) : text;
      assert.match(
        written(marked, (found) => templates(found)),
        expected,
      );
    });
  }
}

for (const [what, text, expected] of [
  ['in front of another', '{"rules": [{| "name": "a"}]}', /^"notes": .*,$/],
  ['behind another', '{"rules": [{"name": "a"\n  "no|"}]}', /^<,>"notes": [^,]*$/],
  ['between two', '{"rules": [{"name": "a", /* x */ |\n"effect": "alert"}]}', /^"notes": .*,$/],
] as const) {
  test(`a new key brings the commas it needs: ${what}`, () => {
    assert.match(
      written(text, ({ place, root }) =>
        proposals(place, root, 'json').filter(({ label }) => label === 'notes'),
      ),
      expected,
    );
  });
}

test('a value needs a comma only where another key follows', () => {
  const values = ({ place, root }: Found) => proposals(place, root, 'json').slice(0, 1);
  assert.equal(written('{"rules": [{"disabled": |\n"name": "a"}]}', values), 'true,');
  assert.equal(written('{"rules": [{"disabled": |, "name": "a"}]}', values), 'true');
  assert.equal(written('{"rules": [{"disabled": |}]}', values), 'true');
});

function templates({ place, rule }: Found): Proposal[] {
  const draft = { label: 'x', description: '', rule: new Map([['name', 'x']]) };
  return rule ? ruleProposals(place, [draft], 'json', rule.newItem) : [];
}

/** What the only proposal writes at `|`; `<,>` stands for a comma behind the value in front. */
function written(marked: string, propose: (found: Found) => readonly Proposal[]): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const document = readPolicyText(text, 'json', policyKind('vulnerability/images'));
  const found = placeInPolicy(document, offset);
  assert.ok(found);
  const [proposal] = propose(found);
  const { commaAt, start } = found.place;
  const apart = commaAt !== undefined && commaAt < start;
  if (apart) {
    assert.match(text.slice(commaAt - 1, commaAt), /["}]/);
  }
  return (
    (apart ? '<,>' : '') +
    (proposal?.snippet ?? 'nothing').replaceAll(/\$\{1:(\w+)\}|\\/g, '$1').replaceAll(/\s*\n\s*/g, '')
  );
}
