import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, isJsonObject } from '../../../../src/core/json/json.ts';
import { effectWords, ruleAction } from '../../../../src/core/order/effect/effectWords.ts';

const cases: readonly [policy: string, rule: unknown, action: string][] = [
  ['compliance/container', { name: 'a' }, 'ignore'],
  ['compliance/container', { condition: { vulnerabilities: [{ id: 1, block: true }] } }, 'block'],
  ['compliance/container', { condition: { vulnerabilities: [{ id: 1, block: false }] } }, 'alert'],
  [
    'compliance/host',
    {
      effect: 'alert',
      condition: {
        vulnerabilities: [
          { id: 1, block: false },
          { id: 2, block: true },
        ],
      },
    },
    'mixed',
  ],
  ['vulnerability/images', { alertThreshold: { disabled: false, value: 0 } }, 'alert'],
  ['vulnerability/images', { alertThreshold: { disabled: true, value: 0 } }, 'ignore'],
  ['vulnerability/images', { effect: 'alert', blockThreshold: { enabled: true, value: 9 } }, 'mixed'],
  [
    'vulnerability/images',
    { alertThreshold: { disabled: true }, blockThreshold: { enabled: true } },
    'block',
  ],
  ['vulnerability/images', { alertThreshold: { disabled: 'no' } }, 'unknown'],
  ['vulnerability/host', { blockThreshold: { enabled: true, value: 9 } }, 'alert'],
  ['compliance/container', { condition: { vulnerabilities: [{ id: 598, block: true }] } }, 'alert'],
  ['runtime/container', { network: { disabled: true, defaultEffect: 'block' } }, 'ignore'],
  ['runtime/container', { name: 'block', processes: { defaultEffect: 'alert' } }, 'alert'],
  [
    'runtime/container',
    { processes: { defaultEffect: 'alert' }, dns: { defaultEffect: 'prevent' } },
    'mixed',
  ],
  ['runtime/container', { wildFireAnalysis: 'disable' }, 'ignore'],
  ['runtime/container', { notes: 'alert', collections: [{ description: 'block' }] }, 'ignore'],
  ['waas/container', { applicationsSpec: [{ sqli: { effect: 'ban' } }] }, 'block'],
  ['cnns/network', { effect: 'allow' }, 'allow'],
  ['cnns/network', 'no rule', 'unknown'],
];

for (const [policy, rule, action] of cases) {
  test(`${policy}: ${JSON.stringify(rule)} is ${action}`, () => {
    const kind = policyKind(policy);
    assert.ok(kind);
    assert.equal(ruleAction(kind, fromPlain(rule)), action);
  });
}

test('a list with very many items is looked through', () => {
  const kind = policyKind('runtime/container');
  assert.ok(kind);
  const rule = fromPlain({ customRules: Array.from({ length: 150_000 }, () => ({ effect: 'alert' })) });
  assert.equal(ruleAction(kind, rule), 'alert');
  assert.ok(isJsonObject(rule));
  assert.equal(effectWords(kind, rule), 'sets 150000 settings to alert');
});
