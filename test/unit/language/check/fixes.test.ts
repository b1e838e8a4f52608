import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { PolicyChecker, type CheckerOptions } from '../../../../src/language/check/checkPolicy.ts';
import { fixAllEdits, fixEdits, fixesOf } from '../../../../src/language/check/fixes.ts';
import { PolicyDocument } from '../../../../src/language/policyDocument.ts';
import { applyEdits } from '../../../../src/language/text.ts';
import { policyKind } from '../../../../src/model/families.ts';
import { compliancePolicy, complianceRule, vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

interface Case {
  readonly code: string;
  readonly policy: string;
  readonly document: unknown;
  readonly options?: CheckerOptions;
}

const images = 'vulnerability/images';
const container = 'compliance/container';
const scoped = { name: 'r', collections: [{ name: 'All' }] };
const collections = new Set(['All', 'Payments']);

function rule(changes: Record<string, unknown>): unknown {
  return vulnerabilityPolicy(vulnerabilityRule({ name: 'first' }), vulnerabilityRule(changes));
}

function checksRule(...vulnerabilities: unknown[]): unknown {
  return compliancePolicy(complianceRule({ effect: undefined, condition: { vulnerabilities } }));
}

/** Each with a mistake that has a fix. */
const cases: readonly Case[] = [
  { code: 'schema-type', policy: images, document: rule({ graceDays: '30' }) },
  { code: 'schema-type', policy: images, document: rule({ onlyFixed: 'True' }) },
  { code: 'schema-type', policy: images, document: rule({ notes: 7 }) },
  { code: 'schema-enum', policy: images, document: rule({ tags: [{ name: 'x', effect: 'Ignore' }] }) },
  { code: 'no-collections', policy: images, document: rule({ collections: [] }) },
  { code: 'no-collections', policy: images, document: rule({ collections: undefined }) },
  { code: 'duplicate-rule-name', policy: images, document: rule({ name: 'first' }) },
  { code: 'wrong-policy-type', policy: 'vulnerability/host', document: rule({}) },
  {
    code: 'unknown-collection',
    policy: images,
    document: rule({ collections: [{ name: 'Payment' }] }),
    options: { knownCollections: () => collections },
  },
  {
    code: 'old-scope',
    policy: images,
    document: rule({ collections: undefined, resources: { images: ['*'], hosts: ['*'] } }),
  },
  {
    code: 'threshold-value',
    policy: images,
    document: rule({ blockThreshold: { enabled: true, value: 8 } }),
  },
  {
    code: 'block-below-alert',
    policy: images,
    document: rule({ alertThreshold: { value: 9 }, blockThreshold: { enabled: true, value: 4 } }),
  },
  { code: 'broad-alert-threshold', policy: images, document: rule({ alertThreshold: {} }) },
  { code: 'effect-mismatch', policy: images, document: rule({ effect: 'alert' }) },
  {
    code: 'unknown-field',
    policy: images,
    document: rule({ alertTreshold: { value: 4 }, alertThreshold: undefined }),
  },
  { code: 'field-case', policy: images, document: rule({ OnlyFixed: true }) },
  {
    code: 'expired-exception',
    policy: images,
    document: rule({
      cveRules: [
        { id: 'CVE-1', effect: 'ignore', expiration: { enabled: true, date: '2001-01-01T00:00:00Z' } },
        { id: 'CVE-2', effect: 'ignore', expiration: { enabled: true, date: '2901-01-01T00:00:00Z' } },
        { id: 'CVE-3', effect: 'ignore', expiration: { enabled: true, date: '2002-01-01T00:00:00Z' } },
        { id: 'CVE-4', effect: 'ignore', expiration: { enabled: true, date: '2003-01-01T00:00:00Z' } },
      ],
    }),
  },
  {
    code: 'duplicate-check',
    policy: container,
    document: checksRule({ id: 41, block: false }, { id: 41, block: false }, { id: 41, block: true }),
  },
  { code: 'unblockable-check', policy: container, document: checksRule({ id: 598, block: true }) },
  {
    code: 'check-of-other-type',
    policy: 'compliance/ci-images',
    document: { rules: [complianceRule({ effect: undefined })] },
  },
  {
    code: 'unknown-check',
    policy: container,
    document: checksRule({ id: 41, block: false }, { id: 42, block: false }),
    options: { knownChecks: () => knownChecks },
  },
  {
    code: 'unaccepted-effect',
    policy: 'runtime/container',
    document: { rules: [{ ...scoped, network: { portScanEffect: 'prevent' } }] },
  },
  {
    code: 'unaccepted-effect',
    policy: 'runtime/app-embedded',
    document: { rules: [{ ...scoped, customRules: [{ _id: 1, action: 'audit', effect: 'block' }] }] },
  },
  ...['container', 'agentless'].map((target) => ({
    code: 'unaccepted-effect',
    policy: `waas/${target}`,
    document: { rules: [{ ...scoped, applicationsSpec: [{ appID: 'a', sqli: { effect: 'reCAPTCHA' } }] }] },
  })),
  { code: 'schema-format', policy: images, document: rule({ modified: '2031-01-02' }) },
  { code: 'schema-format', policy: images, document: rule({ modified: '2031-01-02 03:04:05.678' }) },
  {
    code: 'duplicate-app',
    policy: 'waas/host',
    document: { rules: [{ ...scoped, applicationsSpec: [{ appID: 'a' }, { appID: 'a' }, { appID: 'a' }] }] },
  },
  {
    code: 'duplicate-entity',
    policy: 'cnns/network',
    document: {
      containerRules: [{ id: 1, name: 'r', src: 1, dst: 1 }],
      networkEntities: [{ _id: 1 }, { _id: 1 }, { _id: 1 }],
    },
  },
  {
    code: 'duplicate-rule-id',
    policy: 'cnns/network',
    document: {
      containerRules: [
        { id: 1, name: 'r', src: 1, dst: 1 },
        { id: 1, name: 's', src: 1, dst: 1 },
        { id: 1, name: 't', src: 1, dst: 1 },
      ],
      networkEntities: [{ _id: 1 }],
    },
  },
];

const knownChecks = new Map([[41, { title: 'Runs as root', type: 'image' }]]);

const spellings = [
  { name: 'JSON', spelling: 'json', write: (plain: unknown) => JSON.stringify(plain, null, 2) },
  { name: 'compact JSON', spelling: 'json', write: (plain: unknown) => JSON.stringify(plain) },
  { name: 'YAML', spelling: 'yaml', write: (plain: unknown) => stringify(plain) },
  {
    name: 'flow YAML',
    spelling: 'yaml',
    write: (plain: unknown) => stringify(plain, { collectionStyle: 'flow', defaultKeyType: 'QUOTE_DOUBLE' }),
  },
] as const;

for (const { code, policy, document, options } of cases) {
  for (const { name, spelling, write } of spellings) {
    test(`every fix of ${code} settles it, in ${name}: ${JSON.stringify(document).length}`, () => {
      const kind = policyKind(policy)!;
      const checker = new PolicyChecker(options);
      const text = write(document);
      const doc = PolicyDocument.read(text, spelling, kind);
      const found = checker.check(doc).filter((diagnostic) => diagnostic.code === code);
      assert.ok(found.length > 0, `nothing found in ${text}`);
      for (const diagnostic of found) {
        const fixes = fixesOf(diagnostic);
        assert.ok(fixes.length > 0, 'no fix');
        for (const fix of fixes) {
          const fixed = PolicyDocument.read(applyEdits(text, fixEdits(doc, diagnostic, fix)), spelling, kind);
          assert.deepEqual(fixed.problems, [], fixed.text);
          const left = checker.check(fixed).filter((each) => each.code === code);
          assert.equal(left.length, found.length - 1, fixed.text);
        }
      }
      const all = PolicyDocument.read(applyEdits(text, fixAllEdits(doc, found)), spelling, kind);
      assert.deepEqual(
        checker.check(all).filter((each) => each.code === code),
        [],
        all.text,
      );
    });
  }
}

test('commas too many are removed, and nothing else', () => {
  const kind = policyKind(images)!;
  const text = `{"rules": [{"name": "a", "collections": [{"name": "All"},], /* x */}\n, // why\n]}`;
  const doc = PolicyDocument.read(text, 'json', kind);
  const found = new PolicyChecker().check(doc).filter(({ code }) => code === 'trailing-comma');
  assert.equal(found.length, 3);
  assert.equal(
    applyEdits(text, fixAllEdits(doc, found)),
    `{"rules": [{"name": "a", "collections": [{"name": "All"}] /* x */}\n // why\n]}`,
  );
  const moved = PolicyDocument.read(` ${text}`, 'json', kind);
  assert.deepEqual(fixEdits(moved, found[0]!, fixesOf(found[0]!)[0]!), []);
});

test('what is no date at all has no fix', () => {
  const kind = policyKind(images)!;
  for (const modified of ['2031-02-30', 'soon', '2031-01-02 25:00', '02/01/2031']) {
    const doc = PolicyDocument.read(JSON.stringify(rule({ modified })), 'json', kind);
    const [diagnostic] = new PolicyChecker().check(doc).filter(({ code }) => code === 'schema-format');
    assert.deepEqual(diagnostic && fixesOf(diagnostic), [], modified);
  }
});

test('a fix leaves comments and layout alone', () => {
  const text = `# top
policyType: containerVulnerability # why
rules:
  # the first rule
  - name: A # not b
    collections: [ { name: "All" } ]
    OnlyFixed:    true   # keep
    graceDays: '7' # a week
    alertThreshold: {disabled: false,  value: 7}
`;
  const kind = policyKind(images)!;
  const doc = PolicyDocument.read(text, 'yaml', kind);
  const found = new PolicyChecker().check(doc);
  assert.deepEqual(
    found.map(({ code }) => code),
    ['field-case', 'schema-type'],
  );
  assert.equal(
    applyEdits(text, fixAllEdits(doc, found)),
    text.replace('OnlyFixed', 'onlyFixed').replace("'7'", '7'),
  );
});

test('a fix for a rule that is gone does nothing', () => {
  const kind = policyKind(images)!;
  const doc = PolicyDocument.read(JSON.stringify(rule({ graceDays: '30' })), 'json', kind);
  const [diagnostic] = new PolicyChecker().check(doc);
  const shorter = PolicyDocument.read(JSON.stringify(vulnerabilityPolicy(vulnerabilityRule())), 'json', kind);
  assert.deepEqual(fixEdits(shorter, diagnostic!, fixesOf(diagnostic!)[0]!), []);
});

test('a scope by resources is taken over by a collection with the same patterns', () => {
  const kind = policyKind(images)!;
  const text = JSON.stringify(
    rule({ collections: undefined, resources: { images: ['shop/*'], hosts: ['*'] } }),
  );
  const scopes = new Map([
    ['All', {}],
    ['Shop', { images: ['shop/*'], hosts: ['*'], functions: ['*'] }],
  ]);
  const doc = PolicyDocument.read(text, 'json', kind);
  const [diagnostic] = new PolicyChecker({ collectionScopes: () => scopes })
    .check(doc)
    .filter(({ code }) => code === 'old-scope');
  const fixed = PolicyDocument.read(
    applyEdits(text, fixEdits(doc, diagnostic!, fixesOf(diagnostic!)[0]!)),
    'json',
    kind,
  );
  const [, second] = (JSON.parse(fixed.text) as { rules: { collections?: unknown; resources?: unknown }[] })
    .rules;
  assert.deepEqual(second?.collections, [{ name: 'Shop' }]);
  assert.equal(second?.resources, undefined);
});
