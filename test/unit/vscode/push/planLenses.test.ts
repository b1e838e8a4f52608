import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'vscode';
import type { PlanEnding, PlanStanding } from '../../../../src/vscode/push/planStanding.ts';
import type { PushPurpose } from '../../../../src/vscode/push/pushPurpose.ts';
import type { ShownSheet } from '../../../../src/vscode/push/shownSheet.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan } from './support.ts';

useEditor({
  Range: Array,
  CodeLens: class {
    readonly command: Command;
    constructor(_: unknown, command: Command) {
      this.command = command;
    }
  },
});
const { offersOf, planLenses } = await import('../../../../src/vscode/push/planLenses.ts');

const ownEdits: PushPurpose = { kind: 'push' };
const at = new Date('2030-01-02T03:04:05Z');
const applied: PlanEnding = {
  kind: 'verdict',
  outcome: { verdict: 'not-applied', pushId: 'p-1', openedAt: at },
};

const receipt = (...endings: readonly PlanEnding[]): Command[] =>
  lensesOf(endings.map((ending) => ({ kind: 'ended', at, ending })));

function lensesOf(standings: readonly PlanStanding[], purpose: PushPurpose = ownEdits): Command[] {
  const sheet = {
    uri: { toString: () => 'ordinance-plan:/a' },
    consoleId: 'home#prod',
    token: '1',
    entries: [],
    isSeveral: standings.length > 1,
    purpose,
    parts: standings.map((standing, index) => ({
      plan: madePlan(index === 0 ? 'vulnerability/host' : 'waas/host'),
      standing,
    })),
  } as unknown as ShownSheet;
  return planLenses(sheet, offersOf(sheet, false), 'Push').flatMap(({ command }) => command ?? []);
}

const titles = (...endings: readonly PlanEnding[]): string[] => receipt(...endings).map(({ title }) => title);
const host = { kind: 'policy', consoleId: 'home#prod', policy: 'vulnerability/host' };

test('what was refused is not in the History, and is not looked for there', () => {
  assert.deepEqual(titles({ kind: 'refused', reason: 'r' }), ['Make Again', 'Close']);
});

test('what was refused because live changed leads to a merge', () => {
  const commands = receipt({ kind: 'refused', reason: 'r', canMerge: true });
  assert.deepEqual(
    commands.map(({ title }) => title),
    ['Make Again', 'Merge…', 'Close'],
  );
  assert.equal(commands[1]?.command, 'ordinance.policy.merge');
  assert.deepEqual(commands[1].arguments, [host]);
});

test('what was sent is found in the History: by its entry, or as the newest of the policy', () => {
  const revealed = (...endings: readonly PlanEnding[]): unknown =>
    receipt(...endings).find(({ command }) => command === '_ordinance.history.reveal')?.arguments;
  assert.deepEqual(revealed(applied), ['p-1']);
  assert.deepEqual(revealed({ kind: 'broken', reason: 'r' }), [host]);
  assert.deepEqual(revealed({ kind: 'refused', reason: 'r', canMerge: true }, applied), ['p-1']);
});

test('of several that were refused each is merged by its name', () => {
  const refused = { kind: 'refused', reason: 'r', canMerge: true } as const;
  assert.deepEqual(titles(refused, refused), [
    'Make Again',
    'Merge vulnerability/host…',
    'Merge waas/host…',
    'Close',
  ]);
});

test('a plan that is out of date because live changed leads to a merge; one that brings back a state does not', () => {
  const old = (why: 'live' | 'file'): PlanStanding => ({ kind: 'old', why, since: at });
  const titlesOf = (...args: Parameters<typeof lensesOf>): string[] =>
    lensesOf(...args).map(({ title }) => title);
  assert.deepEqual(titlesOf([old('live')]), ['Make Again', 'Merge…', 'Cancel']);
  assert.deepEqual(titlesOf([old('file')]), ['Make Again', 'Cancel']);
  assert.deepEqual(titlesOf([old('live')], { kind: 'undo', of: at }), ['Make Again', 'Cancel']);
});
