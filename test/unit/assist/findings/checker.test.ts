import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import type { DiagnosticData } from '../../../../src/core/assist/findings/finding.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { checkText, checkTwins, codesOf, vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

const kind = policyKind('vulnerability/images');

function written(...rules: unknown[]): string {
  return JSON.stringify(vulnerabilityPolicy(...rules), null, 2);
}

test('what is found follows every edit', () => {
  const text = written(...['a', 'b', 'c', 'd', 'e'].map((name) => vulnerabilityRule({ name })));
  let doc = readPolicyText(text, 'json', kind);
  const checker = new PolicyChecker();
  const replace = (from: string, to: string): string[] => {
    const start = doc.text.indexOf(from);
    assert.ok(start >= 0, from);
    doc = rereadPolicy(doc, [{ start, end: start + from.length, text: to }]);
    return codesOf(checker.check(doc));
  };
  assert.deepEqual(codesOf(checker.check(doc)), []);
  assert.deepEqual(replace('"c"', '"a"'), ['duplicate-rule-name']);
  assert.deepEqual(replace('"b"', '"a"'), ['duplicate-rule-name', 'duplicate-rule-name']);
  assert.deepEqual(replace('"a"', '"z"'), ['duplicate-rule-name']);
  assert.deepEqual(replace('"graceDays": 30', '"graceDays": "x"'), ['schema-type', 'duplicate-rule-name']);
  assert.deepEqual(replace('"a"', '"b"'), ['schema-type']);
  assert.deepEqual(replace('"graceDays": "x"', '"graceDays": 30'), []);
});

test('after any edits, an old checker finds what a new one finds', () => {
  const names = fc.constantFrom('a', 'b', '', 'Default');
  const rules = fc
    .array(
      fc.record({
        name: names,
        graceDays: fc.constantFrom(0, 30, '30'),
        effect: fc.constantFrom('alert', 1),
      }),
      {
        maxLength: 8,
      },
    )
    .map((list) => written(...list.map((changes) => vulnerabilityRule(changes))));
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(12),
    text: fc.constantFrom('', 'x', '"', '{', ']', '"name": "b",', 'a', '7', '\n'),
  });
  fc.assert(
    fc.property(rules, fc.array(edit, { maxLength: 12 }), (text, edits) => {
      let doc = readPolicyText(text, 'json', kind);
      const checker = new PolicyChecker();
      checker.check(doc);
      for (const { at, length, text: inserted } of edits) {
        const start = Math.floor(at * doc.text.length);
        doc = rereadPolicy(doc, [{ start, end: Math.min(start + length, doc.text.length), text: inserted }]);
        assert.deepEqual(checker.check(doc), new PolicyChecker().check(doc));
      }
    }),
    { numRuns: 150 },
  );
});

test('rules that did not change are not looked at again', () => {
  let asked = 0;
  const known = new Set(['Payments']);
  const counting = new Proxy(known, {
    get: (target, key) => {
      if (key === 'has') {
        asked += 1;
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const doc = readPolicyText(
    written(...Array.from({ length: 50 }, (_, index) => vulnerabilityRule({ name: `r${index}` }))),
    'json',
    kind,
  );
  const checker = new PolicyChecker({ known: () => ({ collections: counting }) });
  checker.check(doc);
  assert.equal(asked, 50);
  checker.check(doc);
  assert.equal(asked, 50);
});

test('a new list of collections is looked at again', () => {
  let known: ReadonlySet<string> | undefined;
  const doc = readPolicyText(written(vulnerabilityRule()), 'json', kind);
  const checker = new PolicyChecker({ known: () => ({ collections: known }) });
  assert.deepEqual(codesOf(checker.check(doc)), []);
  known = new Set(['Other']);
  assert.deepEqual(codesOf(checker.check(doc)), ['unknown-collection']);
  known = new Set(['Payments']);
  assert.deepEqual(codesOf(checker.check(doc)), []);
});

test('one checker serves many documents', () => {
  const checker = new PolicyChecker();
  const good = readPolicyText(written(vulnerabilityRule()), 'json', kind);
  const bad = readPolicyText(written(vulnerabilityRule({ graceDays: 'x' })), 'json', kind);
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(codesOf(checker.check(good)), []);
    assert.deepEqual(codesOf(checker.check(bad)), ['schema-type']);
  }
});

test('preparing gives way, and leaves little to do', async () => {
  const doc = readPolicyText(
    written(
      ...Array.from({ length: 3000 }, (_, index) => vulnerabilityRule({ name: `r${index}`, graceDays: 'x' })),
    ),
    'json',
    kind,
  );
  const checker = new PolicyChecker({ limit: 5000 });
  let pauses = 0;
  await checker.prepare(doc, () => {
    pauses += 1;
    return Promise.resolve();
  });
  assert.ok(pauses > 0);
  assert.equal(checker.check(doc).length, 3000);
});

test('preparing is wanted for many rules that are new or of which more is known, not for a key', async () => {
  const rules = Array.from({ length: 5000 }, (_, at) => vulnerabilityRule({ name: `rule ${at}` }));
  const text = written(...rules);
  let doc = readPolicyText(text, 'json', kind);
  let collections: ReadonlySet<string> | undefined;
  const checker = new PolicyChecker({ known: () => ({ collections }) });
  const known = new Set(['All', 'Payments']);
  const steps: boolean[] = [];
  const look = async (): Promise<void> => {
    steps.push(checker.wantsPreparing(doc));
    await checker.prepare(doc, () => Promise.resolve());
    checker.check(doc);
    steps.push(checker.wantsPreparing(doc));
  };
  await look();
  const at = doc.text.indexOf('rule 150');
  doc = rereadPolicy(doc, [{ start: at, end: at, text: 'x' }]);
  steps.push(checker.wantsPreparing(doc));
  collections = new Set(['All']);
  await look();
  doc = rereadPolicy(doc, [{ start: 0, end: doc.length, text: text.replaceAll('rule ', 'other ') }]);
  await look();
  assert.deepEqual(steps, [true, false, false, true, false, true, false]);
  // What becomes known while it prepares is work for another time.
  collections = new Set(['Payments']);
  await checker.prepare(doc, () => {
    collections = known;
    return Promise.resolve();
  });
  assert.equal(checker.wantsPreparing(doc), true);
});

test('of equally bad problems those of the rules from a place on are shown first', () => {
  const rules = Array.from({ length: 30 }, (_, index) =>
    vulnerabilityRule({ name: `r${index}`, graceDays: 'x', ...(index === 0 ? { disabled: 'x' } : {}) }),
  );
  const doc = readPolicyText(written(...rules), 'json', kind);
  const checker = new PolicyChecker({ limit: 5 });
  const shown = (near: number): (number | undefined)[] =>
    checker
      .check(doc, near)
      .filter(({ code }) => code !== 'more-problems')
      .map(({ data }) => (data as DiagnosticData).index);
  const start = doc.array('rules')?.rules[28]?.range.start ?? 0;
  assert.deepEqual(shown(0), [0, 0, 1, 2, 3]);
  assert.deepEqual(shown(start), [0, 0, 1, 28, 29]);
  assert.deepEqual(shown(doc.length), [0, 0, 1, 2, 3]);
  assert.equal(checker.check(doc, start).at(-1)?.message, 'And 26 more problems');
});

test('a thousand problems are shown, the worst first, and the rest is counted', () => {
  const rules = [
    ...Array.from({ length: 900 }, (_, index) =>
      vulnerabilityRule({ name: `hint ${index}`, unknownThing: 1 }),
    ),
    ...Array.from({ length: 900 }, (_, index) =>
      vulnerabilityRule({ name: `wrong ${index}`, graceDays: true }),
    ),
  ];
  const found = checkText('vulnerability/images', written(...rules), 'json');
  assert.equal(found.length, 1001);
  assert.equal(found.filter(({ code }) => code === 'schema-type').length, 900);
  assert.equal(found.filter(({ code }) => code === 'unknown-field').length, 100);
  assert.equal(found.at(-1)?.message, 'And 800 more problems');
});

test('problems that are switched off do not count', () => {
  const rules = Array.from({ length: 1200 }, (_, index) =>
    vulnerabilityRule({ name: `r ${index}`, unknownThing: 1 }),
  );
  const found = checkText('vulnerability/images', written(...rules), 'json', {
    severities: { 'unknown-field': 'off' },
  });
  assert.deepEqual(found, []);
});

test('a hundred thousand rules with mistakes are checked', { timeout: 120_000 }, () => {
  const rule = JSON.stringify({ graceDays: 'x', name: 'same' });
  const text = `{"policyType":"containerVulnerability","rules":[${Array(100_000).fill(rule).join(',')}]}`;
  const found = new PolicyChecker().check(readPolicyText(text, 'json', kind));
  assert.equal(found.length, 1001);
  assert.match(found.at(-1)!.message, /^And \d{6} more problems$/);
});

test('whatever the text, checking does not throw', () => {
  const texts = [
    '',
    ' ',
    '[]',
    '7',
    '{}',
    '{"rules": 7}',
    '{"rules": null}',
    '{"rules": [null, 7, [], "x", {}]}',
    '{"rules": [{"name": "a", "name": "b"}]}',
    '{"rules": [{"name": "a"',
    `{"rules": [{"notes": "${'x'.repeat(1_000_000)}"}]}`,
    '{"rules":['.repeat(2000),
    '\uFEFF{"rules": []}',
    '{"rules": [{"name": "\\ud800", "collections": [{"name": "\u202e"}]}]}',
  ];
  for (const text of texts) {
    for (const spelling of ['json', 'yaml'] as const) {
      for (const each of [kind, undefined]) {
        const doc = readPolicyText(text, spelling, each);
        for (const { range, message } of new PolicyChecker().check(doc)) {
          assert.ok(
            range.start >= 0 && range.start <= range.end && range.end <= text.length,
            text.slice(0, 40),
          );
          assert.ok(message.length > 0 && message.length < 1000);
        }
      }
    }
  }
});

test('messages stay short and show what is invisible, whatever a document holds', () => {
  const long = 'x'.repeat(100_000);
  // YAML spells longer keys in a way of its own.
  const longKey = 'x'.repeat(1000);
  const found = checkTwins(
    'vulnerability/images',
    vulnerabilityPolicy(
      vulnerabilityRule({ name: long, [longKey]: 1, collections: [{ name: long }] }),
      vulnerabilityRule({ name: long, '\u202egraceDays': 1 }),
    ),
    { known: () => ({ collections: knownCollections }) },
  );
  assert.deepEqual(codesOf(found), [
    'unknown-collection',
    'unknown-field',
    'duplicate-rule-name',
    'misspelled-field',
  ]);
  for (const { message } of found) {
    assert.ok(message.length < 300, message.slice(0, 300));
    assert.doesNotMatch(message, /\u202e/);
  }
});

const knownCollections = new Set(['Payments']);

test('a document that does not say what it is gets a word of advice', () => {
  const check = (text: string): string[] =>
    codesOf(new PolicyChecker().check(readPolicyText(text, 'json', undefined)));
  assert.deepEqual(check('{"rules": [{"graceDays": "x"}]}'), ['unknown-policy']);
  assert.deepEqual(check('{"policyType": "nonsense", "rules": []}'), ['unknown-policy']);
  assert.deepEqual(check(JSON.stringify(vulnerabilityPolicy(vulnerabilityRule({ graceDays: 'x' })))), [
    'schema-type',
  ]);
});
