import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'vscode';
import type { PushOutcome } from '../../../../src/core/sync/outcomes.ts';
import { l10n } from '../../../../src/core/util/l10n.ts';
import type { PlanState, PlanView, PushPurpose } from '../../../../src/vscode/push/planText.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan, pastPush } from './support.ts';

useEditor({
  l10n,
  Range: Array,
  CodeLens: class {
    readonly command: Command;
    constructor(_: unknown, command: Command) {
      this.command = command;
    }
  },
});
const { MAX_RULES_WITH_LENSES, offersOf, planLenses } =
  await import('../../../../src/vscode/push/planLenses.ts');

const at = new Date('2030-01-02T03:04:05Z');
const ownEdits: PushPurpose = { kind: 'push' };
const current: PlanState = { kind: 'current' };
const drift: PlanState = { kind: 'old', why: { reason: 'r', isDrift: true } };
const ended = (verdict: PushOutcome['verdict'], snapshot?: string): PlanState => ({
  kind: 'result',
  at,
  outcome: { verdict, pushId: 'p-1', ...(snapshot !== undefined && { snapshot }) },
});
const broken: PlanState = { kind: 'result', at, reason: 'r' };

function viewOf(states: readonly PlanState[], purpose = ownEdits, rules = 0): PlanView {
  const plans = states.map((_, index) => madePlan(index === 0 ? 'vulnerability/host' : 'waas/host'));
  const entry = (line: number) => ({ line, end: line, steps: plans[0]?.steps ?? [], plan: plans[0] });
  return {
    uri: { toString: () => 'ordinance-plan:/a' },
    subject: { consoleId: 'home#prod', kinds: [], purpose, isSeveral: states.length > 1 },
    refused: [],
    body: {
      lines: [],
      decisions: new Map(),
      details: [],
      entries: Array.from({ length: rules }, (_, line) => entry(line)),
    },
    parts: states.map((state, index) => ({ plan: plans[index], state })),
  } as unknown as PlanView;
}

function lenses(states: readonly PlanState[], purpose?: PushPurpose, canResume = false): Command[] {
  return planLenses(viewOf(states, purpose), 0, canResume).flatMap(({ command }) => command ?? []);
}

const titles = (...given: Parameters<typeof lenses>): string[] =>
  lenses(...given).map(({ title }) => title.replace(/^\$\(.*?\) /, ''));
const host = { kind: 'policy', consoleId: 'home#prod', policy: 'vulnerability/host' };

test('a current plan is pushed, one that is out of date is refreshed, and one that is being pushed is left alone', () => {
  assert.deepEqual(titles([current]).slice(0, 3), [
    'Push to prod (https://console.example:8083)',
    'Cancel',
    'Compare',
  ]);
  assert.deepEqual(titles([{ kind: 'old', why: 'file' }]), ['Refresh Plan', 'Cancel']);
  assert.deepEqual(titles([{ kind: 'pushing', since: at }]), []);
  assert.deepEqual(titles([current, { kind: 'old', why: 'file' }]), ['Refresh Plan', 'Cancel']);
  assert.deepEqual(offersOf(viewOf([{ kind: 'pushing', since: at }, current])), {
    canPush: false,
    canRefresh: false,
    canUndo: false,
  });
});

test('the button that sends is more than text', () => {
  assert.match(lenses([current])[0]?.title ?? '', /^\$\(cloud-upload\) Push/);
});

test('what was refused because live changed leads to a merge, a comparison and an override', () => {
  const commands = lenses([drift]);
  assert.deepEqual(titles([drift]), ['Refresh Plan', 'Merge…', 'Compare with Live', 'Override…', 'Cancel']);
  assert.deepEqual(commands.find(({ command }) => command === 'ordinance.policy.merge')?.arguments, [host]);
  assert.deepEqual(titles([{ kind: 'old', why: 'live' }]), titles([drift]), 'known before it was pressed');
  const undo: PushPurpose = { kind: 'undo', of: pastPush };
  assert.deepEqual(titles([drift], undo), ['Refresh Plan', 'Cancel'], 'a merge brings back no snapshot');
});

test('of several that were refused each is merged by its name', () => {
  assert.deepEqual(titles([drift, drift]), [
    'Refresh Plan',
    'Merge vulnerability/host…',
    'Merge waas/host…',
    'Cancel',
  ]);
});

test('what was sent is found in the History: by its entry, or as the newest of the policy', () => {
  const revealed = (...states: readonly PlanState[]): unknown =>
    lenses(states).find(({ command }) => command === '_ordinance.history.reveal')?.arguments;
  assert.deepEqual(revealed(ended('not-applied')), ['p-1']);
  assert.deepEqual(revealed(broken), [host]);
  assert.deepEqual(revealed(drift, ended('not-applied')), ['p-1']);
  assert.equal(revealed(drift), undefined);
});

test('what was applied is undone, and what was not applied is not', () => {
  assert.deepEqual(titles([ended('applied', 's')]), ['Undo…', 'Show in History', 'Close']);
  assert.deepEqual(titles([ended('applied', 's')], { kind: 'undo', of: pastPush })[0], 'Redo…');
  assert.deepEqual(titles([ended('not-applied', 's')]), ['Show in History', 'Close']);
});

test('a push of several that was stopped is resumed where it ended', () => {
  assert.ok(titles([ended('not-applied', 's'), current], ownEdits, true).includes('Resume'));
  assert.ok(!titles([ended('applied', 's')], ownEdits, true).includes('Resume'));
});

test('a plan of very many rules has lenses for the first of them only', () => {
  const many = planLenses(viewOf([current], ownEdits, 5000), 0, false);
  assert.ok(many.length <= 2 * MAX_RULES_WITH_LENSES + 10, String(many.length));
});
