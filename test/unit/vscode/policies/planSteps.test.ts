import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanStep } from '../../../../src/core/policy/planStep.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { planLines } from '../../../../src/vscode/push/planSteps.ts';

function planOf(policy: PushPlan['ref']['policy'], steps: readonly PlanStep[]): PushPlan {
  return {
    ref: { console: 'prod', policy },
    steps,
    counts: { added: 0, removed: 0, changed: 0, moved: 0, renamed: 0 },
    body: '{}',
    bodyHash: 'b',
    liveHash: 'l',
    liveText: '{}',
    live: new Map(),
    next: new Map(),
    nextHash: 'n',
    madeAt: new Date(0),
    emptiesPolicy: false,
  };
}

test('every step is found on the line that tells it, whatever is written below', () => {
  const steps: PlanStep[] = [
    { kind: 'move', array: 'hostRules', rule: '+ trick', from: 2, to: 0 },
    { kind: 'remove', array: 'containerRules', rule: 'gone', from: 1 },
    {
      kind: 'change',
      array: 'containerRules',
      rule: 'a\n+ #1 "b"',
      from: 0,
      to: 0,
      fields: [{ path: 'notes', before: '- x', after: '\n- y' }],
    },
    { kind: 'rename', array: 'hostRules', rule: 'new', previousName: 'old', from: 1, to: 1 },
    { kind: 'document', fields: [{ path: 'hostEnabled', before: false, after: true }] },
    { kind: 'add', array: 'hostRules', rule: 'added', to: 3 },
  ];
  const { text, lines } = planLines(planOf('cnns/network', steps));
  const written = text.split('\n');
  assert.equal(lines.length, steps.length);
  const marks = { add: '+', remove: '-', move: '>', rename: '=', change: '~', document: '~' };
  for (const { line, step } of lines) {
    const content = written[line] ?? '';
    assert.equal(content[0], marks[step.kind], content);
    if (step.kind !== 'document') {
      assert.ok(content.includes(JSON.stringify(step.rule)), content);
    }
  }
  assert.deepEqual(
    lines.map(({ step }) => step.kind),
    ['document', 'remove', 'change', 'move', 'rename', 'add'],
  );
});

test('a plan without steps has no such lines', () => {
  assert.deepEqual(planLines(planOf('waas/host', [])).lines, []);
});
