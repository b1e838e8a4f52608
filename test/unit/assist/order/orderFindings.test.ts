import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import { orderFindings } from '../../../../src/core/assist/order/orderFindings.ts';
import { shownDiagnostics, type Severities } from '../../../../src/core/assist/findings/shownDiagnostics.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import { must } from '../../order/truth.ts';
import { allOrderDiagnostics, freshDiagnostics } from './orderFound.ts';

const kind = must(policyKind('vulnerability/images'));
const collections = new Map([
  ['payments', { images: ['registry.example/payments/*'] }],
  ['dev', { namespaces: ['dev'] }],
  ['api', { images: ['registry.example/payments/api*'] }],
]);
const rule = (name: string, value: number, ...names: readonly string[]): object => ({
  name,
  collections: names.map((one) => ({ name: one })),
  alertThreshold: { disabled: false, value },
});

for (const spelling of ['json', 'yaml'] as const) {
  test(`${spelling}: what order does is marked at the rule or the collection, with its cause`, () => {
    const value = fromPlain({
      rules: [
        rule('pay', 4, 'payments', 'api'),
        rule('same', 4, 'payments'),
        rule('late', 7, 'api'),
        rule('part', 7, 'api', 'dev'),
        rule('needless', 9, 'nobody-knows'),
        rule('rest', 9, 'All'),
      ],
    }) as JsonObject;
    const text = writePolicyText(value, spelling);
    const found = freshDiagnostics(readPolicyText(text, spelling, kind), kind, collections);
    const at = ({ start, end }: { readonly start: number; readonly end: number }): string =>
      text.slice(start, end).replaceAll(/["\s]/g, '');
    assert.deepEqual(
      found.map(({ code, range, related = [] }) => [code, at(range), related.map((one) => at(one.range))]),
      [
        // Either of the two can go, but not both.
        ['unneeded-rule', 'pay', ['same']],
        ['covered-collection', 'api', []],
        ['redundant-rule', 'same', ['pay']],
        ['shadowed-rule', 'late', ['pay']],
        ['partly-shadowed-rule', 'api', ['pay']],
      ],
    );
    assert.equal(
      found[3]?.message,
      'Shadowed: "pay" above matches everything this rule covers, so it never applies. "pay" is stricter: it alerts from medium. This rule would alert from high. For example: image registry.example/payments/api',
    );
    assert.deepEqual(found[3].data.order.example, { image: 'registry.example/payments/api' });
  });

  test(`${spelling}: nothing is said of a text without a single meaning`, () => {
    const broken = spelling === 'json' ? '{"rules": [{"name": "a"}, {"name": ' : 'rules:\n  - name: "a\n';
    assert.deepEqual(freshDiagnostics(readPolicyText(broken, spelling, kind), kind, collections), []);
  });
}

test('a finding of a mixed result names its weaker and its stricter part', () => {
  const pay = { ...rule('pay', 4, 'payments'), onlyFixed: true };
  const value = fromPlain({ rules: [pay, rule('late', 7, 'api')] }) as JsonObject;
  const doc = readPolicyText(writePolicyText(value, 'yaml'), 'yaml', kind);
  const [found] = freshDiagnostics(doc, kind, collections);
  assert.match(
    found?.message ?? '',
    / "pay" is mixed \(weaker in vulnerabilities without a fix; stricter in severities\): it alerts from medium\. This rule would alert from high\./,
  );
});

test('what was not analyzed is one information at the policy, which names the rules', () => {
  const many = { images: Array.from({ length: 2001 }, (_, at) => `x${at}`) };
  const hard = new Map(['c0', 'c1', 'c2', 'c3'].map((name) => [name, many]));
  const rules = [...hard.keys()].map((name) => ({ name, collections: [{ name }], effect: 'alert' }));
  for (const [spelling, text] of [
    ['json', JSON.stringify({ policyType: 'containerVulnerability', rules }, null, 2)],
    ['yaml', `policyType: containerVulnerability\nrules: ${JSON.stringify(rules)}\n`],
  ] as const) {
    const doc = readPolicyText(text, spelling, kind);
    const [found, ...more] = allOrderDiagnostics(doc, kind, hard);
    assert.deepEqual(more, []);
    assert.deepEqual([found?.code, found?.severity], ['order-not-analyzed', 'information']);
    assert.match(found?.message ?? '', /^Rule order not analyzed for "c0", "c1" and 2 more: /);
    assert.match(doc.slice(found?.range.start ?? 0, found?.range.end ?? 0), /policyType/);
    assert.deepEqual(allOrderDiagnostics(doc, kind, new Map()), []);
  }
});

test('a collection that is named twice is told once, as a warning', () => {
  const value = fromPlain({ rules: [rule('one', 9, 'dev', 'dev', 'payments', 'api')] }) as JsonObject;
  const doc = readPolicyText(writePolicyText(value, 'yaml'), 'yaml', kind);
  const lists = runToEnd(new DocumentOrder(kind, collections).update(doc));
  const told = (severities: Severities = {}): readonly string[] =>
    shownDiagnostics(orderFindings(doc, lists), severities).map(
      ({ code, severity, message }) => `${code} ${severity}: ${message}`,
    );
  const twice = 'duplicate-collection warning: The collection "dev" is listed twice.';
  assert.deepEqual(told(), [
    twice,
    'covered-collection hint: The collection "api" is already inside "payments", which this rule also lists.',
  ]);
  assert.deepEqual(told({ 'covered-collection': 'off' }), [twice]);
  assert.ok(new PolicyChecker().check(doc).every(({ code }) => !code.includes('collection')));
});

test('an entry of the collections that cannot be read is not called by its key', () => {
  const odd = { name: 110 };
  const value = fromPlain({
    rules: [
      { name: 'one', collections: [odd, odd] },
      { name: 'two', collections: [odd, { name: 'dev' }] },
    ],
  }) as JsonObject;
  for (const spelling of ['json', 'yaml'] as const) {
    const doc = readPolicyText(writePolicyText(value, spelling), spelling, kind);
    assert.deepEqual(freshDiagnostics(doc, kind, collections), []);
  }
});

test('a name with a character that looks like a space or like nothing is told apart in a message', () => {
  for (const character of ['\u00a0', '\u202f', '\u200b']) {
    const name = `d${character}v`;
    const value = fromPlain({ rules: [rule('one', 9, name, name), rule(name, 9, name)] }) as JsonObject;
    const doc = readPolicyText(writePolicyText(value, 'yaml'), 'yaml', kind);
    const found = freshDiagnostics(doc, kind, collections);
    assert.ok(found.length > 1);
    for (const { message } of found) {
      assert.ok(!message.includes(character), message);
    }
  }
});
