import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validators, type ValidatorName } from '../../../../src/generated/validators.js';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { checkTwins } from '../findings/twin.ts';
import { consoleAnswers } from './consoleAnswers.ts';

for (const { policy, document } of consoleAnswers) {
  test(`${policy}: what a console answers has no errors and no warnings`, () => {
    const found = checkTwins(policy, document);
    assert.deepEqual(
      found.filter(({ severity }) => severity === 'error' || severity === 'warning'),
      [],
    );
  });
}

/** Changes every member of a document, one at a time, to something of another type. */
function* damaged(value: unknown, path = ''): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [where, next] of damaged(item, `${path}/${index}`)) {
        yield [where, value.with(index, next)];
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const [where, next] of damaged(item, `${path}/${key}`)) {
        yield [where, { ...value, [key]: next }];
      }
    }
  }
  yield [path, typeof value === 'string' ? 7 : 'seven'];
}

/** Members that are not declared: anything goes. */
const undeclared =
  /\$\$hashKey|exportTime|expandDetails|exportBy|blockingMode|responseCodeRangesTags|customRules\/\d+\/modified|\/enabled$|\/disabled$/;

for (const { policy, document } of consoleAnswers) {
  test(`${policy}: every declared member rejects another type`, () => {
    const kind = policyKind(policy)!;
    const keys = kind.arrays.map(({ key }) => key);
    let rejected = 0;
    for (const key of keys) {
      for (const rule of (document[key] ?? []) as unknown[]) {
        const name: ValidatorName = `${kind.shape}/rule`;
        assert.ok(validators[name](rule));
        for (const [where, wrong] of damaged(rule)) {
          if (!undeclared.test(where)) {
            assert.ok(!validators[name](wrong), `${where} accepts another type`);
            rejected += 1;
          }
        }
      }
    }
    assert.ok(rejected > 5);
  });
}

test('lists that are not policies accept null and reject other types', () => {
  const baseImages = validators['base-images/list'];
  assert.ok(baseImages(null));
  assert.ok(baseImages([{ _id: 'registry.example/os:*', description: '', images: null }]));
  assert.ok(!baseImages([{ _id: 7 }]));
  const networkLists = validators['network-lists/list'];
  assert.ok(networkLists(null));
  assert.ok(networkLists([{ _id: 'office', subnets: null, modified: '0001-01-01T00:00:00Z' }]));
  assert.ok(!networkLists([{ _id: 'office', subnets: '192.0.2.0/24' }]));
});

test('values outside an enum are rejected, also deep inside', () => {
  const cases: readonly [ValidatorName, unknown][] = [
    [
      'waas/rule',
      {
        applicationsSpec: [
          { botProtectionSpec: { unknownBotProtectionSpec: { requestAnomalies: { threshold: 4 } } } },
        ],
      },
    ],
    ['waas/rule', { applicationsSpec: [{ maliciousUpload: { allowedFileTypes: ['exe'] } }] }],
    ['runtime-container/rule', { processes: { deniedList: { effect: 'kill' } } }],
    ['runtime-host/rule', { antiMalware: { webShell: 'ban' } }],
    ['vulnerability/rule', { riskFactorsEffects: [{ riskFactor: 'Bad luck' }] }],
    ['cnns/rule', { effect: 'deny' }],
    ['cnns/head', { networkEntities: [{ type: 'image' }] }],
  ];
  for (const [name, value] of cases) {
    assert.ok(!validators[name](value), `${name} ${JSON.stringify(value)}`);
  }
});
