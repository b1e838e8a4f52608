import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepInput } from '../../../../src/vscode/platform/multiStepInput.ts';
import type { StoredAccessKey } from '../../../../src/vscode/platform/secrets.ts';
import type { Question } from '../../../../src/vscode/platform/inputBoxes.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { accessKeySteps, keyProblem } = await import('../../../../src/vscode/connection/accessKeySteps.ts');

useEditor({ l10n: { t: (text: string) => text } });

test('what is pasted around a key is neither checked nor kept', async () => {
  const checked: StoredAccessKey[] = [];
  const steps = accessKeySteps(
    () => ['https://console.example'],
    async (key) => void checked.push(key),
  );
  const typed = ['\u200bid\ufeff', '\ufeffsecret\u200b'];
  const input: Pick<StepInput, 'ask'> = {
    async ask(question: Question) {
      const text = typed.shift() ?? '';
      assert.equal(question.validate?.(text), undefined);
      await question.check?.(text, new AbortController().signal);
      return text;
    },
  };
  const state = { id: '', secret: '' };
  for (const step of steps) {
    assert.ok(typeof step === 'function');
    await step(input as StepInput, state);
  }
  assert.deepEqual(state, { id: 'id', secret: 'secret' });
  assert.deepEqual(checked, [state]);
});

test('a key that holds what nobody sees is refused where it is typed', () => {
  assert.match(keyProblem('a\tb') ?? '', /invisible/);
  assert.match(keyProblem('a\u200bb') ?? '', /invisible/);
  assert.match(keyProblem('\u200b') ?? '', /cannot be empty/);
  assert.equal(keyProblem('a b'), undefined);
});
