import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import type { ChosenPolicy } from '../../../../src/vscode/workspace/consoleHandle.ts';
import type { Consoles } from '../../../../src/vscode/workspace/consoles.ts';
import { isCode } from '../../sync/workspace.ts';
import { savedTextsOf } from '../../../mocks/savedTexts.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { watchText } = await import('../../../../src/vscode/push/planAndShow.ts');

const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-seal-'));
const place = path.join(folder, 'images.policy.yaml');
const uri = { scheme: 'file', path: place, fsPath: place, toString: () => `file://${place}` } as vscode.Uri;

/** How often the editor refuses to save, as it does where the file has another time than it knows of. */
let refusals: number;
let saves: number;
const document = {
  uri,
  isClosed: false,
  isDirty: true,
  getText: () => 'typed\n',
  save: async () => {
    saves++;
    return refusals-- <= 0;
  },
};

beforeEach(() => {
  refusals = 0;
  saves = 0;
  useEditor({
    Uri: { joinPath: () => ({ path: '/' }) },
    workspace: {
      textDocuments: [document],
      asRelativePath: () => 'images.policy.yaml',
      getWorkspaceFolder: () => undefined,
      fs: { writeFile: (_: unknown, bytes: Uint8Array) => writeFile(place, bytes) },
    },
  });
});

after(() => rm(folder, { recursive: true }));

const watched = () =>
  watchText(
    {
      consoles: { findFile: async () => uri } as unknown as Consoles,
      savedTexts: savedTextsOf('saved\n'),
    },
    { console: {}, kind: {} } as ChosenPolicy,
  );

test('edits that are not saved are saved before a push also where the file was only written anew', async () => {
  await writeFile(place, 'saved\r\n');
  refusals = 1;
  await (await watched()).seal();
  assert.equal(saves, 2);
  assert.equal(await readFile(place, 'utf8'), 'typed\n');
});

test('they are not saved, and nothing is pushed, where another program changed the file, to a text as long, too', async () => {
  for (const theirs of ['sayed\n', 'something else\n']) {
    await writeFile(place, theirs);
    await assert.rejects((await watched()).seal(), isCode('not-saved'));
    assert.equal(saves, 0);
    assert.equal(await readFile(place, 'utf8'), theirs);
  }
});
