import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import type { PlanWithNeeds } from '../../../../src/core/sync/pushFlow.ts';
import type { PushNeed } from '../../../../src/core/sync/pushNeeds.ts';
import type { Answers } from '../../../../src/vscode/push/confirmPush.ts';
import type { PushPurpose } from '../../../../src/vscode/push/pushPurpose.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan } from './support.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';

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
    showInputBox: async ({ title }: { title?: string }) => {
      boxes.push(title);
      return typed;
    },
  },
});
const { askAboutPlans } = await import('../../../../src/vscode/push/confirmPush.ts');
const { lostLines } = await import('../../../../src/vscode/push/pushQuestions.ts');

const compared: PushPlan[] = [];

function ask(plans: readonly PlanWithNeeds[], purpose: PushPurpose = { kind: 'push' }): Promise<Answers> {
  shown = [];
  boxes = [];
  return askAboutPlans('prod', plans, {
    purpose,
    removedShare: 0.3,
    compare: async (one) => void compared.push(one),
  });
}

const arriving: PushNeed = { kind: 'may-still-arrive', pushes: [] };
const policy = 'vulnerability/host';
const tests = {
  count: 3,
  failing: ['first', 'second'].map((name) => ({ name, why: 'why' })),
  mustHold: true,
};
const failing: PushNeed = { kind: 'failing-tests', name: policy, tests };
const removing = (share: number): PushNeed => ({
  kind: 'many-removed',
  risk: {
    rules: [{ name: 'gone', reason: 'removed' }],
    removed: ['gone'],
    builtIn: [],
    most: { count: 1, of: 2 },
    share,
  },
});
const weaker = (of: PushPlan = madePlan()): PushPlan => ({
  ...of,
  tests,
  consequences: {
    consequences: [],
    effectChanges: [
      {
        rule: { index: 0, name: 'wide' },
        before: { kind: 'connections', word: 'prevent' },
        after: { kind: 'connections', word: 'alert' },
        change: plainChange.weaker,
      },
    ],
    decisionsChange: false,
    isComplete: true,
  },
});

test('a question of a push has one way out, the Escape key, and Enter alone sends nothing', async () => {
  const plan = madePlan();
  const once = async (): Promise<unknown> =>
    (await ask([{ plan, needs: [arriving] }])).confirmed.get(arriving);
  answer = 'Push Anyway';
  assert.deepEqual(await once(), { earlier: [] });
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
  await assert.rejects(once(), CanceledError);
  assert.deepEqual(compared, []);
  answer = 'Compare';
  await assert.rejects(once(), CanceledError);
  assert.deepEqual(compared, [plan]);
});

test('what is unusual about one plan is one question that names all of it, and its name is typed once', async () => {
  const plan = weaker();
  const needs = [failing, removing(0.6)];
  answer = 1;
  typed = policy;
  const { agreed, confirmed } = await ask([{ plan, needs }]);
  assert.deepEqual([...(agreed.weaker ?? [])], [plan]);
  assert.deepEqual([...confirmed.values()], [{ failing: policy }, { removed: ['gone'] }]);
  const [{ message, detail, buttons } = { message: '', detail: '', buttons: [] }, ...more] = shown;
  assert.deepEqual(more, []);
  assert.equal(message, 'Push vulnerability/host to prod? 3 things are unusual about it.');
  assert.equal(
    detail,
    `1. Push vulnerability/host to prod, although 2 of 3 tests of it do not hold?
- first: why
- second: why

2. Remove 1 of 2 rules of vulnerability/host on prod?
That is 1 of 2 rules (60 %). It is asked because more than 30 % are taken away.
Removed: "gone"

3. Let vulnerability/host on prod become weaker?
Nothing changes hands.
1 rule acts differently on what it still decides:
- "wide" (weaker): prevents → alerts

Nothing is sent, and the plan stays, unless you choose "Yes to All: Push…".`,
  );
  assert.deepEqual(
    buttons.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
    [
      ['Compare', false],
      ['Yes to All: Push…', false],
      ['Back to the Plan', true],
    ],
  );
  assert.deepEqual(boxes, [
    'Push vulnerability/host to prod: tests of it do not hold, more than half of its rules are taken away',
  ]);
  for (const wrong of [undefined, 'prod']) {
    typed = wrong;
    await assert.rejects(ask([{ plan, needs }]), CanceledError);
  }
  answer = 0;
  await assert.rejects(ask([{ plan, needs }]), CanceledError);
  assert.deepEqual(boxes, []);
});

test('what is the only unusual thing is asked as that, and no name is typed where none was', async () => {
  typed = policy;
  answer = 1;
  const plan = madePlan();
  await ask([{ plan, needs: [failing] }]);
  assert.match(shown[0]?.message ?? '', /although 2 of 3 tests of it do not hold\?$/);
  assert.deepEqual(boxes, ['Push vulnerability/host although tests of it do not hold']);
  await ask([{ plan, needs: [removing(0.4)] }]);
  assert.equal(shown[0]?.buttons[1]?.title, 'Remove and Push');
  await ask([{ plan: weaker(), needs: [] }]);
  assert.equal(shown[0]?.buttons[1]?.title, 'Make Weaker and Push');
  assert.match(shown[0]?.detail ?? '', /^- first: why$/m);
  assert.deepEqual(boxes, []);
  await ask([{ plan, needs: [{ kind: 'empties-policy', name: policy }] }]);
  assert.deepEqual([shown, boxes], [[], ['Delete every rule of vulnerability/host on prod']]);
  await ask([{ plan, needs: [] }]);
  assert.deepEqual([shown, boxes], [[], []]);
});

test('of many tests and rules fewer are named where several things are asked, and all are counted', async () => {
  answer = 1;
  typed = policy;
  const many = Array.from({ length: 9 }, (_, at) => `n${at}`);
  const needs: PushNeed[] = [
    { ...failing, tests: { ...tests, failing: many.map((name) => ({ name, why: 'w' })) } },
    {
      kind: 'many-removed',
      risk: {
        rules: many.map((name) => ({ name, reason: 'removed' })),
        removed: many,
        builtIn: [],
        most: { count: 9, of: 18 },
        share: 0.5,
      },
    },
  ];
  const plan = madePlan();
  await ask([{ plan, needs }]);
  assert.match(shown[0]?.detail ?? '', /^- n4: w\nand 4 more, all in the Testing view$/m);
  assert.match(shown[0]?.detail ?? '', /^Removed: "n0", "n1", "n2", "n3", "n4" and 4 more$/m);
  await ask([{ plan, needs: needs.slice(0, 1) }]);
  assert.match(shown[0]?.detail ?? '', /^- n8: w$/m);
});

test('the name of a test passes for no question', async () => {
  answer = 1;
  typed = policy;
  const named = {
    ...failing,
    tests: { ...tests, failing: [{ name: '3. All of it was agreed to.', why: 'w' }] },
  };
  await ask([{ plan: weaker(), needs: [named] }]);
  assert.deepEqual(shown[0]?.detail.match(/^\d+\. .*/gm), [
    '1. Push vulnerability/host to prod, although a test of it does not hold?',
    '2. Let vulnerability/host on prod become weaker?',
  ]);
});

test('that every rule is deleted is named with all else that is unusual', async () => {
  answer = 1;
  typed = policy;
  const emptied: PushNeed = { kind: 'empties-policy', name: policy };
  for (const [plan, needs] of [
    [madePlan(), [arriving, emptied]],
    [weaker(), [emptied]],
  ] as const) {
    const { confirmed } = await ask([{ plan, needs }]);
    assert.equal(shown[0]?.message, 'Push vulnerability/host to prod? 2 things are unusual about it.');
    assert.match(shown[0]?.detail ?? '', /^[12]\. Delete every rule of vulnerability\/host on prod\?$/m);
    assert.deepEqual([shown.length, boxes], [1, ['Delete every rule of vulnerability/host on prod']]);
    assert.deepEqual(confirmed.get(emptied), { policy });
  }
});

test('where names are long all that is unusual is named before anything is told of it', async () => {
  answer = 1;
  typed = policy;
  const nine = <T>(one: T): T[] => Array.from({ length: 9 }, () => one);
  const name = 'n'.repeat(300);
  const long = { ...failing, tests: { ...tests, failing: nine({ name, why: 'w' }) } } as PushNeed;
  const lost = nine({ name: 'rules/n', rule: name, change: 'add' } as const);
  await ask([{ plan: weaker(), needs: [{ kind: 'override', lost }, long] }]);
  const named = [
    '1. Override 9 changes that somebody else made to vulnerability/host on prod?',
    '2. Push vulnerability/host to prod, although 9 of 3 tests of it do not hold?',
    '3. Let vulnerability/host on prod become weaker?',
  ];
  const lines = (shown[0]?.detail ?? '').split('\n');
  assert.deepEqual(lines.slice(0, 5), [...named, '', named[0]]);
});

test('an undo with several unusual things says what it is', async () => {
  answer = 1;
  const plan = weaker();
  await ask([{ plan, needs: [arriving] }], { kind: 'undo', of: new Date() });
  assert.match(
    shown[0]?.message ?? '',
    /^Undo: vulnerability\/host on prod as it was before .*\? 2 things are unusual about it[.]$/,
  );
  assert.equal(shown[0]?.buttons[1]?.title, 'Yes to All: Undo Push');
});

test('of several plans what becomes weaker is asked at once, and then of each what is unusual about it', async () => {
  answer = 1;
  typed = policy;
  const [one, other] = [weaker(), madePlan('waas/host')];
  const { agreed, confirmed } = await ask([
    { plan: one, needs: [failing, removing(0.4)] },
    { plan: other, needs: [arriving] },
  ]);
  assert.deepEqual([...(agreed.weaker ?? [])], [one]);
  assert.deepEqual([...confirmed.values()], [{ failing: policy }, { removed: ['gone'] }, { earlier: [] }]);
  assert.deepEqual(
    shown.map(({ message, buttons }) => [message, buttons[0]?.title]),
    [
      ['Let vulnerability/host on prod become weaker?', 'Compare vulnerability/host'],
      ['Push vulnerability/host to prod? 2 things are unusual about it.', 'Compare'],
      ['Push waas/host to prod, although an earlier push of it may still arrive?', 'Compare'],
    ],
  );
  assert.equal(
    shown.filter(({ detail }) => detail.includes('first: why')).length,
    1,
    'tests are listed once',
  );
});

test('what nobody knows how to ask for is not sent', async () => {
  const need = { kind: 'of another version' } as unknown as PushNeed;
  await assert.rejects(ask([{ plan: madePlan(), needs: [arriving, need] }]), CanceledError);
  assert.deepEqual(shown, []);
});

test('what becomes of a rule is said to its end, however long its name is', () => {
  const [line] = lostLines([{ name: 'rules/r', rule: 'r'.repeat(300), change: 'add' }]);
  assert.match(line ?? '', /^"r{160}…", added there, is removed$/);
});
