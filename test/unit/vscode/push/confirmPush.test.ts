import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancelledError } from '../../../../src/core/util/errors.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { madePlan } from './support.ts';

interface Item {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}

let buttons: readonly Item[] = [];
let answer = '';
useEditor({
  window: {
    showWarningMessage: async (_: string, __: object, ...items: Item[]) => {
      buttons = items;
      return items.find(({ title }) => title === answer);
    },
  },
});
const { askAbout } = await import('../../../../src/vscode/push/confirmPush.ts');
const { lostLines } = await import('../../../../src/vscode/push/pushQuestions.ts');

test('a question of a push has one way out, the Escape key, and Enter alone sends nothing', async () => {
  const compared: PushPlan[] = [];
  const plan = madePlan();
  const ask = (): Promise<unknown> =>
    askAbout(
      'prod',
      plan,
      { kind: 'may-still-arrive', pushes: [] },
      {
        purpose: { kind: 'push' },
        removedShare: 0.3,
        compare: async (one) => void compared.push(one),
      },
    );
  answer = 'Push Anyway';
  assert.deepEqual(await ask(), { earlier: [] });
  assert.deepEqual(
    buttons.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
    [
      ['Compare', false],
      ['Push Anyway', false],
      // In place of the "Cancel" that the editor adds to questions without such a one.
      ['Back to the Plan', true],
    ],
  );
  answer = 'Back to the Plan';
  await assert.rejects(ask(), CancelledError);
  assert.deepEqual(compared, []);
  answer = 'Compare';
  await assert.rejects(ask(), CancelledError);
  assert.deepEqual(compared, [plan]);
});

test('what becomes of a rule is said to its end, however long its name is', () => {
  const [line] = lostLines([{ name: 'rules/r', rule: 'r'.repeat(300), change: 'add' }]);
  assert.match(line ?? '', /^"r{160}…", added there, is removed$/);
});
