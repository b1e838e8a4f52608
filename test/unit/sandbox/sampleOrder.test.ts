import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDiagnostics } from '../assist/order/orderFound.ts';
import { readCollection } from '../../../src/core/console/resources/editableLists.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../src/core/document/updatedText.ts';
import { toPlain } from '../../../src/core/json/json.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { pulledForm } from '../../../src/core/policy/pulledForm.ts';
import { sampleState } from '../../../src/sandbox/sandboxState.ts';

/** What the guide of the sample workspace leads to. */
const meant = [
  ['vulnerability/ci-images', 'shadowed-rule', 'audit'],
  ['vulnerability/ci-images', 'redundant-rule', 'webhooks'],
];

test('rules of the sandbox decide something where they stand, but for two that are to be found', () => {
  const state = sampleState(() => 0);
  const scopes = new Map(
    state.collections.all().flatMap((one) => {
      const collection = readCollection(toPlain(one));
      return collection ? [[collection.name, collection.patterns] as const] : [];
    }),
  );
  const found = policyKinds.flatMap((kind) => {
    const pulled = pulledForm(kind, state.policies.read(kind.name), { full: false });
    const document = readPolicyText(writePolicyText(pulled, 'yaml'), 'yaml', kind);
    return freshDiagnostics(document, kind, scopes).map(({ code, data }) => [
      kind.name,
      code,
      /^\w+-(\w+): /.exec(data.order.rule.name)?.[1],
    ]);
  });
  assert.deepEqual(found, meant);
});
