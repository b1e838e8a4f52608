import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyState } from '../../../../src/core/sync/policyStatus.ts';
import type { ConsoleAccess } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { describeConsoleStatus, describeStatusBar } =
  await import('../../../../src/vscode/policies/showStates.ts');

function item(state: PolicyState | undefined, access: ConsoleAccess = 'ready') {
  return describeStatusBar({
    console: 'prod',
    policy: 'waas/host',
    access,
    status: state && { state },
    states: [],
  });
}

const next: readonly [PolicyState, string][] = [
  ['not-pulled', 'ordinance.policy.pull'],
  ['file-gone', 'ordinance.policy.pull'],
  ['in-sync', 'ordinance.policies.refresh'],
  ['edited', 'ordinance.policy.push'],
  ['live-changed', 'ordinance.policy.pull'],
  ['conflict', 'ordinance.policy.merge'],
  ['unknown', 'ordinance.policies.refresh'],
  ['invalid', 'workbench.actions.view.problems'],
  ['failed', 'ordinance.policy.retry'],
];

for (const [state, command] of next) {
  test(`${state} leads to ${command}`, () => {
    assert.equal(item(state).command, command);
    assert.match(item(state).icon, /^[a-z~-]+$/);
    assert.match(item(state).text, /^prod: /);
    assert.match(item(state).accessibilityLabel, /^Console prod, policy waas\/host: /);
  });
}

test('signed out, the next step is to sign in, whatever the state', () => {
  assert.equal(item('edited', 'signed-out').command, 'ordinance.console.signIn');
  assert.equal(item('edited', 'untrusted').command, 'workbench.trust.manage');
  assert.equal(item(undefined).icon, 'loading~spin');
  assert.equal(item(undefined).text, 'prod: being read');
});

test('what was known before an edit is not told of the file until it was checked', () => {
  for (const [state] of next.filter(([each]) => each !== 'failed')) {
    const row = describeStatusBar({
      console: 'prod',
      policy: 'waas/host',
      access: 'ready',
      status: { state, problems: ['A problem.'], reason: 'A reason.', isBeingChecked: true },
      states: [],
    });
    assert.equal(row.text, 'prod: being checked');
    assert.equal(row.accessibilityLabel, 'Console prod, policy waas/host: being checked');
    assert.doesNotMatch(row.tooltip, /A problem|A reason/);
    assert.equal(row.command, 'ordinance.policy.push', state);
  }
});

test('sums of the other policies stand beside the state, in words for a screen reader', () => {
  const row = describeStatusBar({
    console: 'prod',
    policy: 'waas/host',
    access: 'ready',
    status: { state: 'edited' },
    states: ['edited', 'live-changed', 'in-sync'],
  });
  assert.equal(row.icon, 'edit');
  assert.equal(row.text, 'prod: edited · others: 1↑ 1↓');
  assert.match(row.accessibilityLabel, /: edited, others: 1 edited, 1 changed on the console$/);
});

test('a console without a focused policy shows its sums and leads on', () => {
  const status = (...states: PolicyState[]) =>
    describeConsoleStatus({ console: 'prod', access: 'ready', states });
  assert.equal(status('in-sync'), undefined);
  assert.equal(status('edited')?.command, 'ordinance.policies.pushEdited');
  assert.equal(status('edited', 'conflict')?.command, 'workbench.view.scm');
  assert.equal(status('edited', 'conflict')?.icon, 'git-pull-request-closed');
  assert.equal(status('edited', 'conflict')?.text, 'prod 1↑ 1↕');
  assert.equal(status('live-changed')?.command, 'workbench.view.scm');
});

test('a policy that cannot be read is told wherever a console is, also from the file of another policy', () => {
  const status = (...states: PolicyState[]) =>
    describeConsoleStatus({ console: 'prod', access: 'ready', states });
  const both = status('edited', 'invalid');
  assert.equal(both?.text, 'prod 1↑ 1!');
  assert.equal(
    both?.tooltip,
    'prod: 1 edited, 1 with a problem\nClick to plan a push of all edited policies.',
  );
  assert.equal(both?.accessibilityLabel, 'Console prod, 1 edited, 1 with a problem');
  const alone = status('invalid', 'live-changed');
  assert.equal(alone?.icon, 'warning');
  assert.equal(alone?.command, 'ordinance.policies.focus');
  const focused = describeStatusBar({
    console: 'prod',
    policy: 'waas/host',
    access: 'ready',
    status: { state: 'edited' },
    states: ['invalid'],
  });
  assert.equal(focused.text, 'prod: edited · others: 1!');
  assert.match(focused.tooltip, /others: 1 with a problem/);
});

test('a file that is gone is counted beside the state of another policy, and leads to its row', () => {
  const row = describeStatusBar({
    console: 'prod',
    policy: 'waas/host',
    access: 'ready',
    status: { state: 'edited' },
    states: ['file-gone'],
  });
  assert.equal(row.text, 'prod: edited · others: 1−');
  const all = describeConsoleStatus({ console: 'prod', access: 'ready', states: ['file-gone'] });
  assert.equal(all?.text, 'prod 1−');
  assert.equal(all?.tooltip, 'prod: 1 with missing file\nClick to see the policy.');
  assert.equal(all?.command, 'ordinance.policies.focus');
});
