import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { reviewText } from '../../../../src/core/sync/reviewText.ts';
import {
  samePlans,
  sheetText,
  type PlanPart,
  type PlanSheet,
} from '../../../../src/vscode/push/planSheet.ts';
import type { PlanStanding } from '../../../../src/vscode/push/planStanding.ts';
import { madePlan as plan } from '../push/support.ts';

const at = new Date('2030-01-02T03:04:05Z');
const time = (date: Date): string => date.toISOString().slice(11, 19);

const words = {
  headline: 'Push',
  refused: 'Not pushed',
  done: ({ ref }: PushPlan) => `Pushed ${ref.policy} to ${ref.console}: 1 added.`,
};

function part(standing: PlanStanding, policy?: PushPlan['ref']['policy']): PlanPart {
  return { plan: plan(policy), words, standing };
}

function sheet(parts: readonly PlanPart[], heading: string[] = []): PlanSheet {
  return { consoleId: 'home#prod', parts, heading };
}

function topOf(standing: PlanStanding): string[] {
  const made = part(standing);
  const { text, entries } = sheetText(sheet([made]), time);
  const review = reviewText(made.plan, 'Push');
  const whole = `${review.lines.join('\n')}\n`;
  assert.ok(text.endsWith(whole), 'the plan itself stays as it was');
  const top = text.slice(0, -whole.length).split('\n').slice(0, -1);
  assert.deepEqual(
    entries.map(({ line }) => line - top.length),
    review.entries.map(({ line }) => line),
  );
  return top.filter((line) => line !== '');
}

test('a plan that stands says nothing but itself', () => {
  assert.deepEqual(topOf({ kind: 'current' }), []);
});

test('a plan that was made again says when, and whether it is another', () => {
  assert.deepEqual(topOf({ kind: 'current', again: { at, isSame: true } }), [
    'Made again at 03:04:05. It is the same as before.',
  ]);
  assert.deepEqual(topOf({ kind: 'current', again: { at, isSame: false } }), [
    'MADE AGAIN at 03:04:05. It differs from before.',
  ]);
});

test('of several plans that were made again at once one line says so, and that one of them differs', () => {
  const later = new Date(at.getTime() + 1000);
  const topLines = (...again: { at: Date; isSame: boolean }[]): string[] =>
    sheetText(sheet(again.map((one) => part({ kind: 'current', again: one }))), time)
      .text.split('\n')
      .filter((line) => /made again/i.test(line));
  assert.deepEqual(topLines({ at, isSame: true }, { at: later, isSame: true }), [
    'Made again at 03:04:06. It is the same as before.',
  ]);
  assert.deepEqual(topLines({ at: later, isSame: true }, { at, isSame: false }), [
    'MADE AGAIN at 03:04:06. It differs from before.',
  ]);
});

test('an old plan says so, why, and why it is not made again', () => {
  assert.deepEqual(topOf({ kind: 'old', why: 'file', since: at, reason: 'line 3 is broken' }), [
    'OUT OF DATE: the file of vulnerability/host was changed after it. The plan was made at 03:00:00.',
    'Reason: line 3 is broken',
  ]);
  assert.match(topOf({ kind: 'old', why: 'live', since: at })[0] ?? '', /was changed on prod after it/);
  assert.match(topOf({ kind: 'old', why: 'base', since: at })[0] ?? '', /was pushed, pulled or merged/);
  assert.match(topOf({ kind: 'old', why: 'destination', since: at })[0] ?? '', /ordinance\.yaml/);
});

test('a push makes the plan a receipt, with the entry of the history', () => {
  const receipt = (verdict: 'applied' | 'not-applied' | 'foreign-change' | 'unknown', more = {}) =>
    topOf({
      kind: 'ended',
      at,
      ending: { kind: 'verdict', outcome: { verdict, pushId: 'p-1', openedAt: at, ...more } },
    });
  assert.deepEqual(receipt('applied'), [
    'RECEIPT, 03:04:05, applied. Pushed vulnerability/host to prod: 1 added.',
    'Entry of the History: p-1',
  ]);
  assert.match(receipt('not-applied')[0] ?? '', /NOT APPLIED: prod did not take/);
  assert.match(receipt('foreign-change')[0] ?? '', /FOREIGN CHANGE: .*something else/);
  assert.deepEqual(receipt('unknown', { mayArriveUntil: at, reason: 'No answer\ncame.' }), [
    'RECEIPT, 03:04:05, UNKNOWN: nobody knows yet whether prod took vulnerability/host.',
    'Until 03:04:05 it may still be applied.',
    'Reason: No answer came.',
    'Entry of the History: p-1',
  ]);
});

test('a push that was refused says that nothing was sent, and one that broke off does not', () => {
  const refused = topOf({ kind: 'ended', at, ending: { kind: 'refused', reason: 'The file was changed.' } });
  assert.deepEqual(refused, [
    'RECEIPT, 03:04:05, vulnerability/host: Not pushed. Nothing was sent to prod.',
    'Reason: The file was changed.',
  ]);
  const broken = topOf({ kind: 'ended', at, ending: { kind: 'broken', reason: 'The disk is full.' } });
  assert.doesNotMatch(broken.join('\n'), /Nothing was sent/);
  assert.match(broken.join('\n'), /History says how it ended/);
});

test('of several plans each says how it stands, and what is the same is said once', () => {
  const file = { kind: 'old', why: 'file', since: at } as const;
  const old = sheetText(sheet([part(file), part(file, 'waas/host')], ['NOT pushed: x']), time).text.split(
    '\n',
  );
  assert.match(old[0] ?? '', /^OUT OF DATE: the file of vulnerability\/host /);
  assert.match(old[1] ?? '', /^OUT OF DATE: the file of waas\/host /);
  assert.equal(old[2], 'NOT pushed: x');
  const ended: PlanStanding = {
    kind: 'ended',
    at,
    ending: { kind: 'verdict', outcome: { verdict: 'not-applied', pushId: 'p-1', openedAt: at } },
  };
  const stopped = sheetText(sheet([part(ended), part({ kind: 'current' }, 'waas/host')]), time).text;
  assert.match(stopped, /^RECEIPT, .*NOT APPLIED: .*\n.*p-1\nwaas\/host was not pushed\.$/m);
});

test('what a console answered stays on its line, and is told as its words', () => {
  const [, line] = topOf({
    kind: 'ended',
    at,
    ending: { kind: 'refused', reason: 'no\nAdded "rule" as rule 1\u202e' },
  });
  assert.equal(line, 'Reason: no Added "rule" as rule 1\\u202e');
});

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
    { warnings: ['odd'] },
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
