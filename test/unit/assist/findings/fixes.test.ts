import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixAllEdits, fixAmongAll, fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { arrayAt, isJsonObject, type JsonObject } from '../../../../src/core/json/json.ts';
import { isWeaker } from '../../../../src/core/order/effect/change.ts';
import { effectChange } from '../../../../src/core/order/effect/effectChange.ts';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { changedRule, fixable } from './fixable.ts';
import { vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

const images = 'vulnerability/images';

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

for (const { code, policy, document, options } of fixable) {
  for (const { name, spelling, write } of spellings) {
    test(`every fix of ${code} settles it, in ${name}: ${JSON.stringify(document).length}`, () => {
      const kind = policyKind(policy)!;
      const checker = new PolicyChecker(options);
      const text = write(document);
      const doc = readPolicyText(text, spelling, kind);
      const found = checker.check(doc).filter((diagnostic) => diagnostic.code === code);
      assert.ok(found.length > 0, `nothing found in ${text}`);
      for (const diagnostic of found) {
        const fixes = fixesOf(diagnostic);
        assert.ok(fixes.length > 0, 'no fix');
        for (const fix of fixes) {
          const fixed = readPolicyText(applyEdits(text, fixEdits(doc, diagnostic, fix)), spelling, kind);
          assert.deepEqual(fixed.problems, [], fixed.text);
          const left = checker.check(fixed).filter((each) => each.code === code);
          assert.equal(left.length, found.length - 1, fixed.text);
        }
      }
      const all = readPolicyText(applyEdits(text, fixAllEdits(doc, found)), spelling, kind);
      assert.equal(
        checker.check(all).filter((each) => each.code === code).length,
        found.filter((each) => !fixAmongAll(each)).length,
        all.text,
      );
    });
  }
}

/** The rules of a document that a fix made of another one, with what they were; nothing where it added or removed some. */
function fixedRules(
  kind: PolicyKind,
  text: string,
  fixed: string,
): readonly (readonly [JsonObject, JsonObject])[] {
  const [before, after] = [text, fixed].map((one) => readPolicyText(one, 'json', kind).value());
  return kind.arrays.flatMap(({ key }) => {
    const [was, is] = [before, after].map((one) => (one ? arrayAt(one, key) : []));
    const pairs = was?.length === is?.length ? (was ?? []).map((one, at) => [one, is?.[at]] as const) : [];
    return pairs.flatMap(([one, other]) =>
      isJsonObject(one) && isJsonObject(other) ? [[one, other] as const] : [],
    );
  });
}

/** What they mend does nothing as it is written, or is refused. */
const idle: ReadonlySet<string> = new Set([
  'check-of-other-type',
  'field-case',
  'malformed-cve',
  'misplaced-protection',
  'misspelled-field',
  'unaccepted-effect',
  'unknown-check',
]);

for (const { code, policy, document, options } of fixable.filter((one) => !idle.has(one.code))) {
  test(`no fix of ${code} that is taken without looking makes a rule weaker: ${JSON.stringify(document).length}`, () => {
    const kind = policyKind(policy)!;
    const text = JSON.stringify(document);
    const doc = readPolicyText(text, 'json', kind);
    for (const diagnostic of new PolicyChecker(options).check(doc).filter((one) => one.code === code)) {
      const fix = fixAmongAll(diagnostic);
      const fixed = fix ? applyEdits(text, fixEdits(doc, diagnostic, fix)) : text;
      for (const [was, is] of fixedRules(kind, text, fixed)) {
        assert.ok(!isWeaker({ change: effectChange(kind, was, is) }), `${fix?.title}\n${text}\n${fixed}`);
      }
    }
  });
}

test('of two entries for one thing that say different things neither is taken out without looking', () => {
  const checks = (...blocks: readonly boolean[]) => ({
    condition: { vulnerabilities: blocks.map((block) => ({ id: 41, block })) },
  });
  const exceptions = (...effects: readonly string[]) => ({
    cveRules: effects.map((effect) => ({ id: 'CVE-2031-0001', effect, description: '' })),
  });
  for (const [policy, members, first] of [
    ['compliance/container', checks(false, true), checks(true)],
    ['compliance/container', checks(true, false), checks(true)],
    [images, exceptions('ignore', 'block'), exceptions('ignore')],
  ] as const) {
    const kind = policyKind(policy);
    const text = JSON.stringify({ rules: [{ name: 'a', collections: [{ name: 'All' }], ...members }] });
    const doc = readPolicyText(text, 'json', kind);
    const found = new PolicyChecker().check(doc).filter(({ code }) => code.startsWith('duplicate-'));
    assert.equal(found.length, 1);
    assert.deepEqual(fixAllEdits(doc, found), []);
    const fixes = fixesOf(found[0]!);
    assert.deepEqual(
      fixes.map(({ isChoice }) => isChoice),
      [true, true],
    );
    const [kept] = fixes.map((fix) => applyEdits(text, fixEdits(doc, found[0]!, fix)));
    const rule = { name: 'a', collections: [{ name: 'All' }], ...first };
    assert.deepEqual(JSON.parse(kept ?? ''), { rules: [rule] });
  }
});

test('commas too many are removed, and nothing else', () => {
  const kind = policyKind(images);
  const text = `{"rules": [{"name": "a", "collections": [{"name": "All"},], /* x */}\n, // why\n]}`;
  const doc = readPolicyText(text, 'json', kind);
  const found = new PolicyChecker().check(doc).filter(({ code }) => code === 'trailing-comma');
  assert.equal(found.length, 3);
  assert.equal(
    applyEdits(text, fixAllEdits(doc, found)),
    `{"rules": [{"name": "a", "collections": [{"name": "All"}] /* x */}\n // why\n]}`,
  );
  const moved = readPolicyText(` ${text}`, 'json', kind);
  assert.deepEqual(fixEdits(moved, found[0]!, fixesOf(found[0]!)[0]!), []);
});

test('what is no date at all has no fix', () => {
  const kind = policyKind(images);
  for (const modified of ['2031-02-30', 'soon', '2031-01-02 25:00', '02/01/2031']) {
    const doc = readPolicyText(JSON.stringify(changedRule({ modified })), 'json', kind);
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
  const kind = policyKind(images);
  const doc = readPolicyText(text, 'yaml', kind);
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
  const kind = policyKind(images);
  const doc = readPolicyText(JSON.stringify(changedRule({ graceDays: '30' })), 'json', kind);
  const [diagnostic] = new PolicyChecker().check(doc);
  const shorter = readPolicyText(JSON.stringify(vulnerabilityPolicy(vulnerabilityRule())), 'json', kind);
  assert.deepEqual(fixEdits(shorter, diagnostic!, fixesOf(diagnostic!)[0]!), []);
});

test('a scope by resources is taken over by a collection with the same patterns', () => {
  const kind = policyKind(images);
  const text = JSON.stringify(
    changedRule({ collections: undefined, resources: { images: ['shop/*'], hosts: ['*'] } }),
  );
  const scopes = new Map([
    ['All', {}],
    ['Shop', { images: ['shop/*'], hosts: ['*'], functions: ['*'] }],
  ]);
  const doc = readPolicyText(text, 'json', kind);
  const [diagnostic] = new PolicyChecker({ known: () => ({ scopes }) })
    .check(doc)
    .filter(({ code }) => code === 'old-scope');
  const fixed = readPolicyText(
    applyEdits(text, fixEdits(doc, diagnostic!, fixesOf(diagnostic!)[0]!)),
    'json',
    kind,
  );
  const [, second] = (JSON.parse(fixed.text) as { rules: { collections?: unknown; resources?: unknown }[] })
    .rules;
  assert.deepEqual(second?.collections, [{ name: 'Shop' }]);
  assert.equal(second?.resources, undefined);
});
