import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushOutcome, PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { reviewText } from '../../../../src/core/sync/reviewText.ts';
import type { PlanPart, PlanState } from '../../../../src/vscode/push/planText.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { l10n } from '../../../../src/core/util/l10n.ts';
import { madePlan as plan, pastPush } from './support.ts';

useEditor({ l10n });
const { planBody, planText, topOf } = await import('../../../../src/vscode/push/planText.ts');
const { momentWords } = await import('../../../../src/vscode/workspace/whenWords.ts');
const { tabName } = await import('../../../../src/vscode/push/planViews.ts');

const at = new Date('2030-01-02T03:04:05Z');
const part = (state: PlanState, policy?: PushPlan['ref']['policy']): PlanPart => ({
  plan: plan(policy),
  state,
});

function textOf(parts: readonly PlanPart[], refused: { policy: 'waas/host'; why: string }[] = []): string {
  const plans = parts.map((one) => one.plan);
  const subject = {
    consoleId: 'home',
    kinds: [],
    purpose: { kind: 'push' },
    isSeveral: parts.length > 1,
  } as const;
  return planText({ parts, refused, subject, body: planBody(plans, subject.purpose) });
}

/** The lines above the plan. */
function stateOf(state: PlanState): string[] {
  const made = part(state);
  const text = textOf([made]);
  const body = planBody([made.plan], { kind: 'push' });
  const whole = `${reviewText(made.plan, 'Push vulnerability/host to prod').lines.join('\n')}\n`;
  assert.ok(text.endsWith(whole), 'the plan itself stays as it was');
  const lines = text.split('\n');
  assert.equal(lines[topOf({ body } as never, { lineCount: lines.length })], body.lines[0]);
  return text
    .slice(0, -whole.length)
    .split('\n')
    .filter((line) => line !== '');
}

const result = (verdict: PushOutcome['verdict'], more: Partial<PushOutcome> = {}): PlanState => ({
  kind: 'result',
  at,
  outcome: { verdict, pushId: 'p-1', ...more },
});

test('a current plan says nothing but itself', () => {
  assert.deepEqual(stateOf({ kind: 'current' }), []);
});

test('a plan says that its push is requested from its confirmation on, and not while a question is open', () => {
  assert.deepEqual(stateOf({ kind: 'pushing' }), []);
  assert.deepEqual(stateOf({ kind: 'pushing', since: at }), [`Push requested ${momentWords(at)}.`]);
});

test('an undo names the push that it undoes: its policy and its time', () => {
  const undo = { kind: 'undo', of: pastPush } as const;
  const [headline = ''] = planBody([plan()], undo).lines;
  assert.match(headline, /^Undo .*vulnerability\/host to prod at .*2030.*: /);
  assert.match(tabName(undo, 'vulnerability/host'), /undo of vulnerability host/);
  const [redo = ''] = planBody([plan()], { kind: 'redo', of: pastPush }).lines;
  assert.match(redo, /^Take back .*undo of vulnerability\/host on prod at .*2030.*: /);
});

test('a plan that is out of date says so, and why', () => {
  const whyOf = (why: Extract<PlanState, { kind: 'old' }>['why']): string[] => stateOf({ kind: 'old', why });
  assert.deepEqual(whyOf('file'), [
    `Out of date: the file of vulnerability/host changed after the plan was created. Created at ${momentWords(plan().madeAt)}.`,
  ]);
  assert.match(whyOf('live')[0] ?? '', /changed on prod after the plan/);
  assert.match(whyOf('base')[0] ?? '', /was pushed, pulled or merged/);
  assert.match(whyOf('destination')[0] ?? '', /ordinance\.yaml/);
  assert.match(whyOf('differs')[0] ?? '', /^Out of date: a new plan .* differs/);
  assert.deepEqual(whyOf({ reason: 'line 3 is broken' }), [
    'Out of date: Not pushed. Nothing was sent to prod.',
    'Reason: line 3 is broken',
  ]);
});

test('a push ends with its result, and the entry of the history', () => {
  const lines = (...given: Parameters<typeof result>): string[] => stateOf(result(...given));
  assert.deepEqual(lines('applied'), [
    `RESULT, ${momentWords(at)}, applied. Pushed vulnerability/host to prod: 1 added.`,
    'Push ID: p-1',
  ]);
  assert.match(lines('not-applied')[0] ?? '', /, NOT APPLIED\. prod did not apply/);
  assert.match(lines('foreign-change')[0] ?? '', /, DIFFERENT\. .*differs/);
  assert.deepEqual(lines('unknown', { mayArriveUntil: at, reason: 'No answer\ncame.' }), [
    `RESULT, ${momentWords(at)}, UNKNOWN. prod may still apply vulnerability/host until ${momentWords(at)}. Ordinance checks it again.`,
    'Reason: No answer came.',
    'Push ID: p-1',
  ]);
  assert.match(lines('unknown')[0] ?? '', /Could not confirm/);
  assert.ok(lines('applied', { consoleEdits: ['It dropped x.'] }).includes('It dropped x.'));
});

test('a push that broke off after it was sent does not say that nothing was sent', () => {
  const broken = stateOf({ kind: 'result', at, reason: 'The disk is full.' }).join('\n');
  assert.doesNotMatch(broken, /Nothing was sent/);
  assert.match(broken, /^Reason: The disk is full\.$/m);
  assert.match(broken, /history has the result/);
});

test('of several plans each says its state, and the same is said once', () => {
  const old = { kind: 'old', why: 'file' } as const;
  const lines = textOf([part(old), part(old, 'waas/host')], [{ policy: 'waas/host', why: 'x' }]).split('\n');
  assert.match(lines[0] ?? '', /^Out of date: the file of vulnerability\/host /);
  assert.match(lines[1] ?? '', /^Out of date: the file of waas\/host /);
  assert.equal(lines[2], 'NOT pushed: waas/host: x');
  assert.match(
    textOf([part(result('not-applied')), part({ kind: 'current' }, 'waas/host')]),
    /^RESULT, .*NOT APPLIED\. .*\nPush ID: p-1\nwaas\/host was not pushed\.$/m,
  );
  const pushing = textOf([
    part({ kind: 'pushing', since: at }),
    part({ kind: 'pushing', since: at }, 'waas/host'),
  ]);
  assert.equal(pushing.match(/Push requested/g)?.length, 1);
});

test('several plans begin with their counts and changed decisions together', () => {
  const parts = [part({ kind: 'current' }), part({ kind: 'current' }, 'waas/host')];
  assert.match(
    textOf(parts),
    /^Push 2 policies to prod: 2 added\n\nPush vulnerability\/host to prod: 1 added\n/,
  );
  const none = { decisions: [], actions: [], decisionsChange: false, isComplete: true } as const;
  const linesOf = (...known: readonly boolean[]): readonly string[] =>
    planBody(
      parts.map(({ plan: made }, at) => (known[at] ? { ...made, decisionChanges: none } : made)),
      { kind: 'push' },
    ).lines;
  assert.equal(linesOf(true, true)[1], 'Decisions: none changed.');
  assert.equal(linesOf(true, false)[1], 'Decisions: unknown.');
  const body = planBody(
    parts.map(({ plan: made }) => made),
    { kind: 'push' },
  );
  assert.deepEqual(
    body.entries.map(({ line }) => body.lines[line]),
    ['Added "new" as rule 1', 'Added "new" as rule 1'],
  );
});

test('what a console answered stays on its line, and is told as its words', () => {
  const [, line] = stateOf({ kind: 'old', why: { reason: 'no\nAdded "rule" as rule 1\u202e' } });
  assert.equal(line, 'Reason: no Added "rule" as rule 1\\u202e');
});
