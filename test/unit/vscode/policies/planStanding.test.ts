import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { planDocument } from '../../../../src/core/sync/planDocument.ts';
import { sheetText, type PlanPart, type PlanSheet } from '../../../../src/vscode/push/planSheet.ts';
import type { PlanStanding } from '../../../../src/vscode/push/planStanding.ts';
import { english } from './support.ts';

const at = new Date('2030-01-02T03:04:05Z');
const time = (date: Date): string => date.toISOString().slice(11, 19);

function plan(policy: PushPlan['ref']['policy'] = 'vulnerability/host'): PushPlan {
  return {
    ref: { console: 'prod', policy },
    steps: [{ kind: 'add', array: 'rules', rule: 'new', to: 0 }],
    counts: { added: 1, removed: 0, changed: 0, moved: 0, renamed: 0 },
    body: '{}',
    bodyHash: 'b',
    liveHash: 'l',
    liveText: '{}',
    live: new Map(),
    next: new Map(),
    nextHash: 'n',
    madeAt: new Date('2030-01-02T03:00:00Z'),
    emptiesPolicy: false,
  };
}

function sheet(origin: PlanSheet['origin'], parts: readonly PlanPart[], heading: string[] = []): PlanSheet {
  return { consoleId: 'home#prod', origin, parts, heading };
}

function topOf(standing: PlanStanding, origin: PlanSheet['origin'] = 'push'): string[] {
  const made = plan();
  const { text } = sheetText(sheet(origin, [{ plan: made, standing }]), english, time);
  const whole = planDocument(made);
  assert.ok(text.endsWith(whole), 'the plan itself stays as it was');
  return text.slice(0, -whole.length).split('\n').slice(0, -1);
}

test('a plan that stands says nothing but itself', () => {
  assert.deepEqual(topOf({ kind: 'current' }), []);
});

test('a plan that was made again says when, and whether it is another', () => {
  assert.deepEqual(topOf({ kind: 'current', again: { at, isSame: true } }), [
    '# Made again at 03:04:05. It is the same as before.',
  ]);
  assert.deepEqual(topOf({ kind: 'current', again: { at, isSame: false } }), [
    '# Made again at 03:04:05. It differs from before.',
  ]);
});

test('an old plan says so, why, and what makes a new one', () => {
  assert.deepEqual(topOf({ kind: 'old', why: 'file', since: at }), [
    '# Out of date: the file of vulnerability/host was changed after it. The plan was made at 03:00:00.',
    '# "Preview Push" makes a new one. "Push Policy…" makes one as well, shows it and asks.',
  ]);
  assert.match(topOf({ kind: 'old', why: 'live', since: at })[0] ?? '', /was changed on prod after it/);
  assert.match(topOf({ kind: 'old', why: 'base', since: at })[0] ?? '', /was pushed, pulled or merged/);
  assert.match(topOf({ kind: 'old', why: 'destination', since: at })[0] ?? '', /ordinance\.yaml/);
  assert.match(topOf({ kind: 'old', why: 'file', since: at }, 'override')[1] ?? '', /Override Live Changes/);
  assert.match(topOf({ kind: 'old', why: 'live', since: at }, 'restore')[1] ?? '', /Undo or restore again/);
});

test('a push makes the plan a receipt, with the entry of the history', () => {
  const receipt = (verdict: 'applied' | 'not-applied' | 'foreign-change' | 'unknown', more = {}) =>
    topOf({
      kind: 'ended',
      at,
      ending: { kind: 'verdict', outcome: { verdict, pushId: 'p-1', ...more } },
    });
  assert.deepEqual(receipt('applied'), [
    '# Receipt: vulnerability/host was pushed to prod at 03:04:05: applied.',
    '# Entry of the History: p-1',
  ]);
  assert.match(receipt('not-applied').join('\n'), /: NOT applied\.\n/);
  assert.match(receipt('foreign-change').join('\n'), /something else than what was sent/);
  assert.deepEqual(receipt('unknown', { mayArriveUntil: at, reason: 'No answer\ncame.' }), [
    '# Receipt: vulnerability/host was pushed to prod at 03:04:05: it is NOT known how it ended.',
    '# Until 03:04:05 it may still be applied.',
    '# No answer came.',
    '# Entry of the History: p-1',
  ]);
});

test('a push that was refused says that nothing was sent, and one that broke off does not', () => {
  const refused = topOf({ kind: 'ended', at, ending: { kind: 'refused', reason: 'The file was changed.' } });
  assert.deepEqual(refused.slice(0, 2), [
    '# Receipt: vulnerability/host was NOT pushed to prod, at 03:04:05. Nothing was sent.',
    '# The file was changed.',
  ]);
  const broken = topOf({ kind: 'ended', at, ending: { kind: 'broken', reason: 'The disk is full.' } });
  assert.doesNotMatch(broken.join('\n'), /Nothing was sent/);
  assert.match(broken.join('\n'), /History says how it ended/);
});

test('of several plans each says how it stands, and what is the same is said once', () => {
  const parts: PlanPart[] = [
    { plan: plan('vulnerability/host'), standing: { kind: 'old', why: 'file', since: at } },
    { plan: plan('waas/host'), standing: { kind: 'old', why: 'file', since: at } },
  ];
  const old = sheetText(sheet('several', parts, ['NOT pushed: x']), english, time).text.split('\n');
  assert.match(old[0] ?? '', /^# Out of date: the file of vulnerability\/host /);
  assert.match(old[1] ?? '', /"Push All Edited…" makes a new one/);
  assert.match(old[2] ?? '', /^# Out of date: the file of waas\/host /);
  assert.equal(old[3], '# NOT pushed: x');
  const ended: PlanPart[] = [
    {
      plan: plan('vulnerability/host'),
      standing: {
        kind: 'ended',
        at,
        ending: { kind: 'verdict', outcome: { verdict: 'not-applied', pushId: 'p-1' } },
      },
    },
    { plan: plan('waas/host'), standing: { kind: 'current' } },
  ];
  const stopped = sheetText(sheet('several', ended), english, time).text;
  assert.match(
    stopped,
    /^# Receipt: vulnerability\/host .*NOT applied\.\n.*p-1\n# waas\/host was not pushed\.$/m,
  );
});

test('what a console answered stays on its line', () => {
  const [, line] = topOf({
    kind: 'ended',
    at,
    ending: { kind: 'refused', reason: 'no\n+ #1 "rule"\u202e' },
  });
  assert.equal(line, '# no + #1 "rule"\\u202e');
});
