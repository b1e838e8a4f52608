import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { PolicyStatus } from '../../../../src/core/sync/policyStatus.ts';
import { describePolicy } from '../../../../src/vscode/policies/describeRows.ts';
import { shownState, statusWords } from '../../../../src/vscode/workspace/shownState.ts';
import { familyRows } from './support.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { describeStatusBar } = await import('../../../../src/vscode/policies/showStates.ts');

const now = new Date(2026, 10, 22, 14, 5);
const justNow = new Date(2026, 10, 22, 14, 0);
const thisMorning = new Date(2026, 10, 22, 8, 30);

function row(status: PolicyStatus) {
  return describePolicy(policyKind('waas/host'), { status, access: 'ready', now });
}

function bar(status: PolicyStatus) {
  return describeStatusBar({
    console: 'prod',
    policy: 'waas/host',
    access: 'ready',
    status,
    states: [],
    now,
  });
}

test('in sync is said, in green, only of what was read in this session', () => {
  const read = row({ state: 'in-sync', liveReadAt: justNow });
  assert.equal(read.description, 'in sync');
  assert.deepEqual(read.icon, { id: 'pass', color: 'ordinance.passedForeground' });
  const unread = row({ state: 'in-sync', knownAt: thisMorning });
  assert.match(unread.description ?? '', /^in sync .*8:30.*, console not read since$/);
  assert.notEqual(unread.icon.color, 'ordinance.passedForeground');
  assert.match(
    bar({ state: 'in-sync', knownAt: thisMorning }).text,
    /^prod: in sync .*, console not read since$/,
  );
  assert.equal(row({ state: 'in-sync' }).description, 'not read yet');
});

test('a file with problems is not in sync, wherever that is said', () => {
  const status: PolicyStatus = {
    state: 'in-sync',
    liveReadAt: justNow,
    problems: ['`disabled` has to be true or false'],
  };
  assert.equal(shownState(status), 'problems');
  assert.equal(row(status).description, 'has problems · `disabled` has to be true or false');
  assert.equal(row(status).tone, 'failed');
  assert.doesNotMatch(row(status).accessibilityLabel, /in sync/);
  assert.equal(bar(status).text, 'prod: has problems');
  assert.equal(bar(status).icon, 'warning');
  assert.equal(bar(status).command, 'workbench.actions.view.problems');
  assert.match(row({ ...status, state: 'edited' }).description ?? '', /^edited · has problems · /);
});

test('what is known from before to be changed on both sides carries its moment', () => {
  assert.match(
    row({ state: 'conflict', knownAt: thisMorning }).description ?? '',
    /^changed on both sides · live policy of .*8:30/,
  );
  assert.equal(row({ state: 'conflict', liveReadAt: justNow }).description, 'changed on both sides');
});

test('what was read long ago in this session carries its moment, too', () => {
  assert.deepEqual(statusWords({ state: 'in-sync', liveReadAt: justNow }, now), ['in sync']);
  const old = statusWords({ state: 'in-sync', liveReadAt: thisMorning }, now);
  assert.equal(old[0], 'in sync');
  assert.match(old[1] ?? '', /8:30/);
});

test('nothing is said of the age of live where live has no part in the state', () => {
  for (const state of ['not-pulled', 'invalid', 'unknown'] as const) {
    assert.equal(statusWords({ state, knownAt: thisMorning }, now).length, 1, state);
  }
});

test('a policy with problems counts as one', () => {
  const [family] = familyRows({ states: ['edited', 'problems', 'in-sync'] });
  assert.equal(family?.describe().description, '1 edited, 1 with a problem');
});
