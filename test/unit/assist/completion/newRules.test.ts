import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { placeInPolicy } from '../../../../src/core/assist/completion/placeInPolicy.ts';
import { ruleProposals } from '../../../../src/core/assist/completion/proposals.ts';
import { ruleTemplates } from '../../../../src/core/assist/completion/newRules.ts';
import { schemaField } from '../../../../src/core/assist/schema/field.ts';
import { toPlain } from '../../../../src/core/json/json.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { KnownCheck } from '../../../../src/core/consoleFile/resources.ts';
import { policyKind, policyKinds, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { newRules } from '../../../../src/core/policy/newRule.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { sampleState } from '../../../../src/sandbox/sandboxState.ts';

const checks = sampleState(() => 0).complianceChecks.map(
  (check) => toPlain(check) as KnownCheck & { readonly id: number },
);

/** Documents with a place for a rule, `|`; in a second one a rule of the same name stands above it. */
function texts(kind: PolicyKind, array: string): readonly [Spelling, string][] {
  const { field, value } = kind.identity;
  const cnns = kind.shape === 'cnns';
  const jsonHead = `{"${field}": "${value}"${cnns ? ', "networkEntities": [{"_id": 3, "name": "a", "type": "subnet", "subnets": []}]' : ''}`;
  const yamlHead = `${field}: ${value}\n${cnns ? 'networkEntities:\n  - _id: 3\n    name: a\n    type: subnet\n    subnets: []\n' : ''}`;
  const above = cnns
    ? ['"id": 7, "src": 3, "dst": 3', '    id: 7\n    src: 3\n    dst: 3\n']
    : ['"disabled": true', '    disabled: true\n'];
  const found: [Spelling, string][] = [
    ['json', `${jsonHead}, "${array}": [|]}`],
    ['json', `${jsonHead}, "${array}": [\n  {"name": "New rule", ${above[0]}},\n  |\n]}`],
    ['yaml', `${yamlHead}${array}:\n  |`],
    ['yaml', `${yamlHead}${array}:\n  - |\n`],
    ['yaml', `${yamlHead}${array}:\n- |`],
    ['yaml', `${yamlHead}${array}:\n  - name: New rule\n${above[1]}  |\n`],
    ['yaml', `${yamlHead}${array}:\n  - name: New rule\n${above[1]}  - |\n`],
  ];
  return found;
}

/** What the editor makes of a snippet when nothing is typed. */
function inserted(snippet: string): string {
  return snippet.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll(/\\([\\$}])/g, '$1');
}

const codes = (document: PolicyDocument): string[] =>
  new PolicyChecker({
    known: () => ({
      collections: new Set(['All']),
      checks: new Map(checks.map((check) => [check.id, check])),
    }),
  })
    .check(document)
    .map(({ code, message }) => `${code}: ${message}`);

for (const kind of policyKinds) {
  test(`whole rules for ${kind.name} are right wherever they are inserted`, () => {
    for (const { key } of kind.arrays) {
      for (const [spelling, marked] of texts(kind, key)) {
        const text = marked.replace('|', '');
        const policy = readPolicyText(text, spelling, kind);
        const found = placeInPolicy(policy, marked.indexOf('|'));
        assert.equal(found?.rule?.array, key, marked);
        const templates = ruleTemplates(policy, kind, key);
        assert.ok(templates.length > 0);
        for (const proposal of ruleProposals(found.place, templates, spelling, found.rule.newItem)) {
          const after: string =
            text.slice(0, found.place.start) + inserted(proposal.snippet) + text.slice(found.place.end);
          const read = readPolicyText(after, spelling, kind);
          const rules = read.array(key)?.rules ?? [];
          assert.match(rules.at(-1)?.facts.name ?? '', /^New rule( 2)?$/, after);
          // The rule above is not ours.
          const others = rules.length > 1 ? /no-collections|no-checks|no-effect|schema-required/ : /^$/;
          assert.deepEqual(
            codes(read).filter((code) => !others.test(code)),
            [],
            after,
          );
        }
      }
    }
  });
}

test('the command that adds a rule and the first template write the same rule, which hides nothing', () => {
  for (const kind of policyKinds.filter(({ shape }) => shape !== 'cnns')) {
    const policy = readPolicyText('{"rules": []}', 'json', kind);
    const templates = ruleTemplates(policy, kind, kind.arrays[0]?.key ?? '');
    const own = { name: 'New rule', collections: [{ name: 'All' }] };
    assert.deepEqual(newRules(kind, own), templates, kind.name);
    for (const { rule } of templates) {
      const threshold = toPlain(rule.get('alertThreshold') ?? null) as Record<string, unknown> | null;
      assert.ok(!threshold || threshold['disabled'] === true || threshold['value'] === 1, kind.name);
    }
  }
});

test('no whole rule is offered inside a rule', () => {
  for (const [spelling, marked] of [
    ['yaml', 'rules:\n  - name: a\n    |\n'],
    ['yaml', 'rules:\n  - name: a\n    collections:\n      - |\n'],
    ['json', '{"rules": [{"name": "a", |}]}'],
    ['json', '{"rules": [{|}]}'],
  ] as const) {
    const policy = readPolicyText(marked.replace('|', ''), spelling, policyKinds[0]);
    assert.equal(placeInPolicy(policy, marked.indexOf('|'))?.rule, undefined, marked);
  }
});

test('where help shows a threshold, it is the one that a new rule begins with', () => {
  const [template] = newRules(policyKind('vulnerability/images'), { name: 'x' });
  const threshold = template?.rule.get('alertThreshold');
  const field = schemaField('vulnerability', 'rule').members.get('alertThreshold')?.members.get('value');
  assert.ok(threshold instanceof Map && field);
  assert.deepEqual(field.schema.examples, [Number((toPlain(threshold) as { value: unknown }).value)]);
});
