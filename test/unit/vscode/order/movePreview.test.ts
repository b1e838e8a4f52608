import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendPreview } from '../../../../src/vscode/order/picture/pictureSentences.ts';
import type { ToPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import type { ShownPicture } from '../../../../src/vscode/order/picture/shownPicture.ts';

const { signal } = new AbortController();

test('changed decisions of a move come before its cells, and cells come in parts', async () => {
  const sent: Extract<ToPage, { kind: 'preview' }>[] = [];
  const shown: Pick<ShownPicture, 'version' | 'moved' | 'columnsIn' | 'consequences'> = {
    version: 3,
    moved: () => [1, 0],
    async *columnsIn() {
      await Promise.resolve();
      yield [[0, 'at.']];
      yield [[1, 'ta.']];
    },
    consequences: () => ({
      decisions: [],
      actions: [],
      decisionsChange: false,
      isComplete: true,
      notAnalyzed: [],
    }),
  };
  await sendPreview(
    shown,
    { kind: 'preview', version: 3, rules: [1], to: 0, columns: [0, 1] },
    signal,
    (preview) => sent.push(preview),
  );
  assert.deepEqual(
    sent.flatMap(({ cells }) => cells.map(([column]) => column)),
    [0, 1],
  );
  assert.deepEqual(
    sent.map(({ sentences }) => sentences.length),
    [1, 1, 1],
  );
});

test('a move of rules that are not there changes nothing, and says so', async () => {
  const sent: string[] = [];
  await sendPreview(
    { moved: () => undefined } as unknown as ShownPicture,
    { kind: 'preview', version: 3, rules: [9], to: 0, columns: [] },
    signal,
    ({ sentences }) => sent.push(...sentences),
  );
  assert.deepEqual(sent, ['Nothing would move.']);
});
