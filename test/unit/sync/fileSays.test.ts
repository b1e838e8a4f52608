import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileSays } from '../../../src/core/sync/store/fileSays.ts';
import { isCode } from './workspace.ts';

test('a file says a text exactly when its bytes are those of the text', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-says-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  assert.equal(await fileSays(file, ''), false);
  const cut = 'a'.repeat((1 << 18) - 1);
  const texts = [
    '',
    'a',
    '\uFEFFa',
    'é',
    cut,
    `${cut}😀`,
    `${cut}é😀${cut}${cut}`,
    '€'.repeat(1 << 18),
    'aé',
  ];
  for (const written of texts) {
    await writeFile(file, written);
    for (const text of texts) {
      assert.equal(await fileSays(file, text), text === written, `${written.length} ${text.length}`);
    }
  }
  // What is no text is none of any other text either.
  await writeFile(file, Buffer.from([0xc3, 0x28]));
  assert.equal(await fileSays(file, Buffer.from([0xc3, 0x28]).toString()), false);
  await assert.rejects(fileSays('/dev/zero', ''), isCode('not-a-file'));
});
