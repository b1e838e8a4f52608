import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyName } from '../../../../src/core/policy/families.ts';
import type { NextCommands } from '../../../../src/vscode/policies/pull.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Item {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}

const questions: { detail: string; buttons: string[] }[] = [];
let answer: string | undefined;
useEditor({
  window: {
    showWarningMessage: async (_: string, { detail }: { detail: string }, ...items: Item[]) => {
      const buttons = items.map(({ title, isCloseAffordance }) =>
        isCloseAffordance ? `${title} (Esc)` : title,
      );
      questions.push({ detail, buttons });
      return items.find(({ title }) => title === answer);
    },
  },
});
const { overwriteChooser } = await import('../../../../src/vscode/policies/pull.ts');

const next: NextCommands = new Map();
const pulled: readonly PolicyName[] = ['waas/host', 'waas/container', 'cnns/network'];

async function ask(
  chooser: ReturnType<typeof overwriteChooser>,
  policy: PolicyName,
  canMerge = false,
): Promise<[string, readonly string[]]> {
  const before = questions.length;
  const chosen = await chooser({ console: 'prod', policy }, async () => [], canMerge);
  return [chosen, questions[before]?.buttons ?? []];
}

function chooserFor(...edited: readonly PolicyName[]) {
  return overwriteChooser('prod', pulled, (policy) => edited.includes(policy), next);
}

test('an answer for all is offered only while another policy may be asked about', async () => {
  answer = 'Keep Mine';
  assert.deepEqual(await ask(chooserFor('waas/host'), 'waas/host'), ['keep', ['Keep Mine', 'Overwrite']]);
  const both = chooserFor('waas/host', 'cnns/network');
  assert.deepEqual(await ask(both, 'waas/host'), [
    'keep',
    ['Keep Mine', 'Overwrite', 'Keep All Mine', 'Overwrite All'],
  ]);
  assert.deepEqual(await ask(both, 'cnns/network'), ['keep', ['Keep Mine', 'Overwrite']], 'the last one');
  assert.equal(questions[0]?.detail, 'Overwriting replaces them with the live policy.');
});

test('an answer for all is not asked for again', async () => {
  const both = chooserFor('waas/host', 'cnns/network');
  answer = 'Overwrite All';
  await ask(both, 'waas/host');
  assert.deepEqual(await ask(both, 'cnns/network'), ['overwrite', []]);
});

test('where live was changed, too, a merge is offered: the file is kept until then', async () => {
  answer = 'Merge…';
  const one = chooserFor('waas/host');
  assert.deepEqual(await ask(one, 'waas/host', true), ['keep', ['Keep Mine', 'Merge…', 'Overwrite']]);
  assert.deepEqual([...next], [['waas/host', 'ordinance.policy.merge']]);
});

test('of a single policy the one way out keeps the file, and what has the keyboard takes nothing away', async () => {
  const single = (): ReturnType<typeof overwriteChooser> =>
    overwriteChooser('prod', ['waas/host'], () => true, next);
  answer = 'Keep Mine';
  const buttons = ['Compare with Live', 'Overwrite', 'Keep Mine (Esc)'];
  assert.deepEqual(await ask(single(), 'waas/host'), ['keep', buttons]);
  assert.deepEqual(await ask(single(), 'waas/host', true), ['keep', ['Merge…', ...buttons.slice(1)]]);
  answer = 'Compare with Live';
  assert.deepEqual(await ask(single(), 'waas/host'), ['keep', buttons]);
  assert.deepEqual([...next], [['waas/host', 'ordinance.policy.compareLive']]);
  answer = 'Overwrite';
  assert.deepEqual(await ask(single(), 'waas/host'), ['overwrite', buttons]);
});
