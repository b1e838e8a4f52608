import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKind, policyKinds } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { checkTwins, codesOf, vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

const images = 'vulnerability/images';

test('a document with content and without its list of rules is an error in every policy', () => {
  const rule = { name: 'a', collections: [{ name: 'All' }] };
  for (const { name, arrays, identity } of policyKinds) {
    const [{ key } = { key: 'rules' as const }] = arrays;
    const wrong: unknown[] = [
      rule,
      { policy: { [key]: [rule] } },
      { [key.slice(0, -1)]: [rule] },
      { [key.slice(0, -1)]: rule },
      { [key.toUpperCase()]: [rule] },
      { [identity.field]: identity.value },
      { items: [rule] },
      { [key === 'rules' ? 'containerRules' : 'rules']: [rule] },
    ];
    for (const document of wrong) {
      const found = checkTwins(name, document).filter(({ code }) => code === 'rules-missing');
      assert.deepEqual(
        found.map(({ severity }) => severity),
        ['error'],
        `${name} ${JSON.stringify(document)}`,
      );
    }
    assert.deepEqual(codesOf(checkTwins(name, {})), ['no-rules'], 'the wipe that is meant');
    for (const rules of [[], null]) {
      assert.ok(!codesOf(checkTwins(name, { [key]: rules })).includes('rules-missing'), name);
    }
  }
});

test('one of two lists may be missing, but not under another name', () => {
  const cnns = (document: unknown): string[] => codesOf(checkTwins('cnns/network', document));
  assert.deepEqual(cnns({ containerRules: [] }), ['no-rules']);
  assert.deepEqual(cnns({ containerRules: [], hostRule: [] }), ['rules-missing']);
});

test('what nobody knows as a policy is an error, too, when it has no rules', () => {
  const codes = (text: string): string[] => codesOf(new PolicyChecker().check(readPolicyText(text, 'json')));
  assert.deepEqual(codes('{"name": "a"}').toSorted(), ['rules-missing', 'unknown-policy']);
  assert.deepEqual(codes('{"hostRules": []}'), ['unknown-policy']);
  assert.deepEqual(codes('{}'), []);
});

/** What the only fix of the finding makes of a text. */
function fixed(text: string, spelling: Spelling): string {
  const doc = readPolicyText(text, spelling, policyKind(images));
  const diagnostic = new PolicyChecker().check(doc).find(({ code }) => code === 'rules-missing')!;
  const [fix, ...more] = fixesOf(diagnostic);
  assert.ok(fix && more.length === 0, text);
  return applyEdits(text, fixEdits(doc, diagnostic, fix));
}

test('a rule is put into a list, a policy taken out of what is around it, a list gets its name', () => {
  const rule = vulnerabilityRule();
  const policy = vulnerabilityPolicy(rule);
  const { rules, ...head } = policy;
  for (const [wrong, right] of [
    [rule, { rules: [rule] }],
    [{ policy }, policy],
    [{ ...head, rule: rules }, policy],
    [{ ...head, Rules: rule }, policy],
    [head, { ...head, rules: [] }],
  ] as const) {
    for (const indent of [0, 2]) {
      assert.deepEqual(JSON.parse(fixed(JSON.stringify(wrong, null, indent), 'json')), right);
    }
    assert.deepEqual(parse(fixed(stringify(wrong), 'yaml')), right);
    assert.deepEqual(parse(fixed(stringify(wrong, { collectionStyle: 'flow' }), 'yaml')), right);
  }
});

test('comments and texts over several lines stay as they are', () => {
  const rule = `# above
name: a # behind
notes: |
  one
    two

  three
# between
collections:
  - name: All
`;
  assert.equal(
    fixed(rule, 'yaml'),
    `# above
rules:
  - name: a # behind
    notes: |
      one
        two

      three
    # between
    collections:
      - name: All
`,
  );
  const policy = `# above
policy:
    # inside
    policyType: containerVulnerability # why
    rules:
      - name: a
        notes: >
          one
          two
        collections: [{ name: All }]
# below
`;
  const doc = readPolicyText(policy, 'yaml', policyKind(images));
  const [diagnostic] = new PolicyChecker().check(doc);
  const [fix] = fixesOf(diagnostic!);
  const after = applyEdits(policy, fixEdits(doc, diagnostic!, fix!));
  assert.match(after, /^# above\n[^]*# inside\n[^]*# why\n[^]*\n# below\n$/);
  assert.deepEqual(new PolicyChecker().check(readPolicyText(after, 'yaml', policyKind(images))), []);
});
