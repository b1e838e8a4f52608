import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { samePlans } from '../../../src/core/sync/plan.ts';
import { madePlan as plan } from '../vscode/push/support.ts';

const at = new Date('2030-01-02T03:04:05Z');

test('who agreed to a plan agreed to no other bytes, place, state of live or danger', () => {
  const one = plan();
  assert.ok(samePlans([one], [{ ...one, madeAt: at }]), 'when it was made does not matter');
  const destination = {
    url: 'https://a.example',
    loginUrl: 'https://a.example',
    apiVersion: '1',
    auth: 'basic',
    authHeader: 'x',
  } as const;
  const others: Partial<PushPlan>[] = [
    { bodyHash: 'b2' },
    { liveHash: 'l2' },
    { nextHash: 'n2' },
    { ref: { console: 'test', policy: one.ref.policy } },
    { ref: { console: 'prod', policy: 'vulnerability/images' } },
    { destination },
    { restores: 's' },
    { restoresForeign: true },
    { emptiesPolicy: true },
    { overrides: { base: 'b', lost: [] } },
    { unpulled: [] },
    { earlier: [{ pushId: 'p', sentAt: at, until: at }] },
    { tests: { count: 1, failing: [{ name: 't', why: 'w' }], mustHold: true } },
    { warnings: { count: 1, first: ['odd'] } },
    { collectionsUnchecked: 'forbidden' },
    { steps: [{ kind: 'add', array: 'rules', rule: 'new', to: 1 }] },
  ];
  for (const other of others) {
    assert.ok(!samePlans([one], [{ ...one, ...other }]), JSON.stringify(other));
  }
  assert.ok(
    !samePlans([{ ...one, destination }], [{ ...one, destination: { ...destination, project: 'x' } }]),
  );
  assert.ok(!samePlans([one], []) && !samePlans([one], [one, one]));
});
