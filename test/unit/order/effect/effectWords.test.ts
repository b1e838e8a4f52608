import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { effectWords } from '../../../../src/core/order/effect/effectWords.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { must } from '../truth.ts';

function words(policy: string, plain?: object): string {
  return effectWords(must(policyKind(policy)), plain && (fromPlain(plain) as JsonObject));
}

test('what a rule does is said in one line', () => {
  const blocks = { blockThreshold: { enabled: true, value: 7 } };
  assert.equal(words('vulnerability/images', blocks), 'blocks from high, alerts on everything');
  assert.equal(words('vulnerability/host', blocks), 'alerts on everything', 'hosts are never blocked');
  assert.equal(words('vulnerability/images', { alertThreshold: { disabled: true, value: 4 } }), 'ignores');
  assert.equal(words('vulnerability/images', { alertThreshold: { value: 3 } }), 'alerts from severity 3');
  assert.equal(words('vulnerability/images'), 'alerts on everything');
  const vulnerabilities = [
    { id: 41, block: true },
    { id: 51, block: false },
    { id: 52, block: false },
  ];
  assert.equal(
    words('compliance/container', { condition: { vulnerabilities } }),
    'blocks on 1 check, alerts on 2 checks',
  );
  assert.equal(words('compliance/container'), 'does nothing');
  assert.equal(
    words('runtime/container', {
      processes: { defaultEffect: 'alert', suidBinariesEffect: 'disable' },
      network: { disabled: true, defaultEffect: 'alert' },
      dns: { defaultEffect: 'prevent' },
    }),
    'sets 1 setting to prevent, 1 to alert',
  );
  assert.equal(words('cnns/network', { effect: 'prevent' }), 'prevents');
});

test('a check that cannot block is said to alert', () => {
  const check = { condition: { vulnerabilities: [{ id: 598, block: true }] } };
  assert.equal(words('compliance/serverless', check), 'alerts on 1 check');
  assert.equal(words('compliance/container', check), 'alerts on 1 check');
  assert.equal(words('compliance/host', check), 'blocks on 1 check');
});
