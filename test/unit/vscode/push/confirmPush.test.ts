import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainChange } from '../../../../src/core/order/effect/change.ts';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import type { Confirmations } from '../../../../src/core/sync/push.ts';
import { pushNeeds } from '../../../../src/core/sync/pushNeeds.ts';
import type { PlanState, PushPurpose } from '../../../../src/vscode/push/planText.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { typedBox } from '../../../mocks/typedBox.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan, pastPush } from './support.ts';

interface Item {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}

interface Shown {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly Item[];
}

let shown: Shown[] = [];
let boxes: (string | undefined)[] = [];
/** What is pressed of each question, by its place or its title. */
let answer: string | number = 1;
let typed: string | undefined;
useEditor({
  window: {
    showWarningMessage: async (message: string, { detail }: { detail: string }, ...buttons: Item[]) => {
      shown.push({ message, detail, buttons });
      return typeof answer === 'number' ? buttons[answer] : buttons.find(({ title }) => title === answer);
    },
    createInputBox: () =>
      typedBox(({ title }) => {
        boxes.push(title);
        return typed;
      }),
  },
});
const { confirmGoingOn, confirmPlans } = await import('../../../../src/vscode/push/confirmAndSend.ts');

const compared: PushPlan[] = [];

function ask(
  plans: readonly PushPlan[],
  { purpose = { kind: 'push' }, isProtected = false }: { purpose?: PushPurpose; isProtected?: boolean } = {},
): Promise<Confirmations> {
  shown = [];
  boxes = [];
  return confirmPlans(
    plans.map((plan) => ({ plan, needs: pushNeeds(plan, isProtected, 1) })),
    purpose,
    async (one) => void compared.push(one),
  );
}

const policy = 'vulnerability/host';
const arriving = (of: PushPlan = madePlan()): PushPlan => ({
  ...of,
  earlier: [{ pushId: 'p', sentAt: new Date(0), until: new Date(1) }],
});
const failing = (of: PushPlan = madePlan(), names = ['first', 'second']): PushPlan => ({
  ...of,
  tests: { count: 9, failing: names.map((name) => ({ name, why: 'why' })), mustHold: true },
});
const weaker = (of: PushPlan = madePlan()): PushPlan => ({
  ...of,
  decisionChanges: {
    decisions: [],
    actions: [
      {
        rule: { index: 0, name: 'wide' },
        before: 'prevents',
        after: 'alerts',
        change: plainChange.weaker,
      },
    ],
    decisionsChange: false,
    isComplete: true,
  },
});
const emptied = (of: PushPlan = madePlan()): PushPlan => ({ ...of, emptiesPolicy: true });

test('a question of a push has one way out, the Escape key, and Enter alone sends nothing', async () => {
  const plan = arriving();
  answer = 'Push Anyway';
  assert.deepEqual((await ask([plan])).get(plan), { 'may-still-arrive': ['p'] });
  assert.deepEqual(
    shown[0]?.buttons.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
    [
      ['Compare', false],
      ['Push Anyway', false],
      // In place of the "Cancel" that the editor adds to questions without such a one.
      ['Back to the Plan', true],
    ],
  );
  answer = 'Back to the Plan';
  await assert.rejects(ask([plan]), CanceledError);
  assert.deepEqual(compared, []);
  answer = 'Compare';
  await assert.rejects(ask([plan]), CanceledError);
  assert.deepEqual(compared, [plan]);
});

test('all needs of a plan are one question that names each, and the policy is typed once', async () => {
  const plan = weaker(failing(arriving()));
  answer = 1;
  typed = policy;
  assert.deepEqual((await ask([plan])).get(plan), {
    'may-still-arrive': ['p'],
    'failing-tests': [policy],
    weaker: [policy],
  });
  const [{ message, detail, buttons } = { message: '', detail: '', buttons: [] }, ...more] = shown;
  assert.deepEqual(more, []);
  assert.match(message, /^Push vulnerability\/host to prod\? 3 risks /);
  assert.deepEqual(detail.match(/^\d\. /gm), ['1. ', '2. ', '3. ']);
  assert.match(detail, /^- first: why$/m);
  assert.match(detail, /"wide"/);
  assert.equal(buttons[1]?.title, 'Push…');
  assert.deepEqual(boxes, ['Push vulnerability/host to prod']);
  for (const wrong of [undefined, 'prod']) {
    typed = wrong;
    await assert.rejects(ask([plan]), CanceledError);
  }
  answer = 0;
  await assert.rejects(ask([plan]), CanceledError);
  assert.deepEqual(boxes, []);
});

test('one need is asked in its own words, and a name is typed only where the need has one', async () => {
  answer = 1;
  typed = policy;
  await ask([failing()]);
  assert.deepEqual([shown.length, boxes.length, shown[0]?.buttons[1]?.title], [1, 1, 'Push Anyway…']);
  await ask([weaker()]);
  assert.deepEqual([shown.length, boxes.length, shown[0]?.buttons[1]?.title], [1, 0, 'Weaken and Push']);
  await ask([weaker()], { purpose: { kind: 'undo', of: pastPush } });
  assert.equal(shown[0]?.buttons[1]?.title, 'Undo Push');
  // The typed name is the whole question.
  await ask([emptied()]);
  assert.deepEqual([shown, boxes], [[], ['Delete every rule of vulnerability/host on prod?']]);
  await ask([madePlan()]);
  assert.deepEqual([shown, boxes], [[], []]);
});

test('many names are counted, and no name of a test passes for a question', async () => {
  answer = 1;
  typed = policy;
  const names = ['3. All of it was agreed to.', ...Array.from({ length: 9 }, (_, at) => `n${at}`)];
  await ask([weaker(failing(madePlan(), names))]);
  assert.match(shown[0]?.detail ?? '', /^- n6: why\nand 2 more, see the plan$/m);
  assert.equal(shown[0]?.detail.match(/^\d+\. .*/gm)?.length, 2);
});

test('where details are long all questions come before any detail', async () => {
  answer = 1;
  typed = policy;
  const name = 'n'.repeat(300);
  await ask([
    weaker(
      failing(
        emptied(),
        Array.from({ length: 9 }, () => name),
      ),
    ),
  ]);
  const lines = (shown[0]?.detail ?? '').split('\n');
  assert.deepEqual(
    lines.slice(0, 5).map((line) => line.slice(0, 2)),
    ['1.', '2.', '3.', '', '1.'],
  );
});

test('all plans are confirmed by one question; the protected console is typed once', async () => {
  answer = 1;
  const [one, other] = [weaker(), arriving(madePlan('waas/host'))];
  typed = 'prod';
  const confirmed = await ask([one, other], { isProtected: true });
  assert.deepEqual(
    [confirmed.get(one), confirmed.get(other)],
    [
      { weaker: [policy], protected: ['prod'] },
      { 'may-still-arrive': ['p'], protected: ['prod'] },
    ],
  );
  assert.deepEqual([shown.length, boxes], [1, ['Push 2 policies to prod']]);
});

test('the question after a push that failed once it was sent does not say that nothing was pushed', async () => {
  const plan = madePlan();
  const error = new Error('the disk is full');
  const questionFor = async (state: PlanState): Promise<string | undefined> => {
    shown = [];
    answer = 'Stop';
    const subject = { consoleId: 'home', kinds: [], purpose: { kind: 'push' }, isSeveral: true } as const;
    const wasSent = state.kind === 'result';
    const goesOn = await confirmGoingOn({ parts: [{ plan, state }], subject }, { plan, error, wasSent }, [
      plan,
    ]);
    assert.equal(goesOn, false);
    return shown[0]?.message;
  };
  const at = new Date(0);
  assert.equal(
    await questionFor({ kind: 'result', at, reason: error.message }),
    'vulnerability/host failed on prod after it was sent.',
  );
  assert.equal(
    await questionFor({ kind: 'old', why: { reason: error.message } }),
    'vulnerability/host was not pushed.',
  );
});
