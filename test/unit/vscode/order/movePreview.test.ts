import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellPreview } from '../../../../src/vscode/order/picture/movePreview.ts';
import type { ToPage } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import type { ShownPicture } from '../../../../src/vscode/order/picture/shownPicture.ts';

const { signal } = new AbortController();

test('what a move changes is said before all of its cells are known, and cells come in parts', async () => {
  const sent: Extract<ToPage, { kind: 'preview' }>[] = [];
  const { promise: isSaid, resolve } = Promise.withResolvers<void>();
  const shown: Pick<ShownPicture, 'version' | 'moved' | 'columnsIn' | 'consequences'> = {
    version: 3,
    moved: () => [1, 0],
    async *columnsIn() {
      yield [[0, 'at.']];
      await isSaid;
      yield [[1, 'ta.']];
    },
    consequences: () =>
      Promise.resolve({
        consequences: [],
        effectChanges: [],
        decisionsChange: false,
        isComplete: true,
        notAnalyzed: [],
      }),
  };
  await tellPreview(
    shown,
    { kind: 'preview', version: 3, rules: [1], to: 0, columns: [0, 1] },
    {
      signal,
      send: (told) => {
        sent.push(told);
        if (told.sentences.length > 0) {
          resolve();
        }
      },
    },
  );
  assert.deepEqual(
    sent.flatMap(({ cells }) => cells.map(([column]) => column)),
    [0, 1],
  );
  assert.equal(sent.at(-1)?.sentences.length, 1);
});

test('a move of rules that are not there changes nothing, and says so', async () => {
  const sent: string[] = [];
  await tellPreview(
    { moved: () => undefined } as unknown as ShownPicture,
    { kind: 'preview', version: 3, rules: [9], to: 0, columns: [] },
    { signal, send: ({ sentences }) => sent.push(...sentences) },
  );
  assert.deepEqual(sent, ['Nothing would move.']);
});
