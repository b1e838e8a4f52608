import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyState } from '../../../src/sync/outcomes.ts';
import { describeStatusBar } from '../../../src/views/describeStatusBar.ts';
import type { ConsoleAccess } from '../../../src/workspace/consoleRegistry.ts';
import { english } from './support.ts';

function item(state: PolicyState | undefined, access: ConsoleAccess = 'ready') {
  return describeStatusBar(
    { console: 'prod', policy: 'waas/host', access, status: state && { state } },
    english,
  );
}

const next: readonly [PolicyState, string][] = [
  ['not-pulled', 'ordinance.policy.pull'],
  ['in-sync', 'ordinance.policies.refresh'],
  ['edited', 'ordinance.policy.previewPush'],
  ['live-changed', 'ordinance.policy.pull'],
  ['conflict', 'ordinance.policy.previewPush'],
  ['unknown', 'ordinance.policies.refresh'],
  ['invalid', 'workbench.actions.view.problems'],
  ['failed', 'ordinance.policy.retry'],
];

for (const [state, command] of next) {
  test(`${state} leads to ${command}`, () => {
    assert.equal(item(state).command, command);
    assert.match(item(state).text, /^\$\([a-z~-]+\) prod: /);
    assert.match(item(state).accessibilityLabel, /^Console prod, policy waas\/host: /);
  });
}

test('signed out, the next step is to sign in, whatever the state', () => {
  assert.equal(item('edited', 'signed-out').command, 'ordinance.console.signIn');
  assert.equal(item('edited', 'untrusted').command, 'workbench.trust.manage');
  assert.equal(item(undefined).text, '$(loading~spin) prod: being read');
});
