import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderDiagnostics } from '../../../../src/core/assist/order/orderDiagnostics.ts';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { writePolicyText } from '../../../../src/core/document/writePolicy.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { must } from '../../order/truth.ts';

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
    const found = orderDiagnostics(PolicyDocument.read(text, spelling, kind), kind, collections);
    const at = ({ start, end }: { readonly start: number; readonly end: number }): string =>
      text.slice(start, end).replaceAll(/["\s]/g, '');
    assert.deepEqual(
      found.map(({ code, range, related = [] }) => [code, at(range), related.map((one) => at(one.range))]),
      [
        // Either of the two can go, but not both.
        ['no-effect-rule', 'pay', ['same']],
        ['covered-collection', 'api', []],
        ['redundant-rule', 'same', ['pay']],
        ['dead-rule', 'late', ['pay']],
        ['partly-dead-rule', 'api', ['pay']],
      ],
    );
    assert.equal(
      found[3]?.message,
      'This rule decides for nothing: "pay" above takes everything that it names. What happens instead: alerts from medium; this rule: alerts from high. That is stricter. For example: image registry.example/payments/api.',
    );
    assert.deepEqual(found[3].data.order.example, { image: 'registry.example/payments/api' });
  });

  test(`${spelling}: nothing is said of a text without a single meaning`, () => {
    const broken = spelling === 'json' ? '{"rules": [{"name": "a"}, {"name": ' : 'rules:\n  - name: "a\n';
    assert.deepEqual(orderDiagnostics(PolicyDocument.read(broken, spelling, kind), kind, collections), []);
  });
}
