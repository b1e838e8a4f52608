import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import { isCode } from '../../sync/workspace.ts';
import { savedTextsOf } from '../../../mocks/savedTexts.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { replaceTextFile, writeTextFile } = await import('../../../../src/vscode/workspace/writeTextFile.ts');

const root = await mkdtemp(path.join(tmpdir(), 'ordinance-write-'));
const folder = path.join(root, 'workspace');

const uriOf = (place: string): vscode.Uri =>
  ({ scheme: 'file', path: place, fsPath: place, toString: () => `file://${place}` }) as vscode.Uri;

const nothingOpen = savedTextsOf();

/** Happens when the editor looks whether a folder is there, which is the last thing before a file is written. */
let beforeWriting: () => void;

beforeEach(async () => {
  beforeWriting = () => undefined;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  useEditor({
    Uri: { joinPath: ({ fsPath }: vscode.Uri, part: string) => uriOf(path.join(fsPath, part)) },
    workspace: {
      textDocuments: [],
      asRelativePath: ({ fsPath }: vscode.Uri) => path.basename(fsPath),
      getWorkspaceFolder: () => ({ uri: uriOf(folder) }),
      fs: {
        createDirectory: async ({ fsPath }: vscode.Uri) => {
          await mkdir(fsPath);
          beforeWriting();
        },
      },
    },
  });
});

after(() => rm(root, { recursive: true }));

test('a file that is new is made, with its folders', async () => {
  const place = path.join(folder, 'a/b/new.yaml');
  await writeTextFile(uriOf(place), 'mine\n', undefined, nothingOpen);
  assert.equal(await readFile(place, 'utf8'), 'mine\n');
});

test('a file is replaced as a whole, so that a full disk cannot leave a part of it', async () => {
  const place = path.join(folder, 'whole.yaml');
  await writeFile(place, 'before\n');
  const old = await open(place);
  try {
    await writeTextFile(uriOf(place), 'after\n', 'before\n', nothingOpen);
    assert.equal(await old.readFile('utf8'), 'before\n');
  } finally {
    await old.close();
  }
  assert.deepEqual([await readFile(place, 'utf8'), await readdir(folder)], ['after\n', ['whole.yaml']]);
});

test('what another program puts where a file was to be made stays', async () => {
  const place = path.join(folder, 'made/new.yaml');
  beforeWriting = () => writeFileSync(place, 'theirs\n');
  await assert.rejects(writeTextFile(uriOf(place), 'mine\n', undefined, nothingOpen), isCode('file-changed'));
  assert.equal(await readFile(place, 'utf8'), 'theirs\n');
});

test('a file that is there by the time it is asked to be made stays', async () => {
  const place = path.join(folder, 'new.yaml');
  await writeFile(place, 'theirs\n');
  await assert.rejects(writeTextFile(uriOf(place), 'mine\n', undefined, nothingOpen), isCode('file-changed'));
  assert.equal(await readFile(place, 'utf8'), 'theirs\n');
});

test('nothing is made outside of the workspace, where a link of it leads that leads nowhere yet', async () => {
  const outside = path.join(root, 'made-outside');
  const place = path.join(folder, 'link.yaml');
  await symlink('../made-outside', place);
  const isRefused = isCode('outside-workspace');
  await assert.rejects(writeTextFile(uriOf(place), 'mine\n', undefined, nothingOpen), isRefused);
  await assert.rejects(replaceTextFile(uriOf(place), 'mine\n'), isRefused);
  assert.equal(existsSync(outside), false);
});

test('what is replaced whatever it says is not looked at', async () => {
  const place = path.join(folder, 'report.csv');
  await writeFile(place, Buffer.from([0xff, 0xfe]));
  await replaceTextFile(uriOf(place), 'a,b\n');
  assert.equal(await readFile(place, 'utf8'), 'a,b\n');
});

test('a file that stands where a folder is needed is said as such', async () => {
  await writeFile(path.join(folder, 'blocked'), '');
  const place = path.join(folder, 'blocked/a/b.txt');
  await assert.rejects(writeTextFile(uriOf(place), 'mine\n', undefined, nothingOpen), isCode('not-a-folder'));
  await assert.rejects(replaceTextFile(uriOf(place), 'mine\n'), isCode('not-a-folder'));
});

test('the mark that a file begins with stays, and what is replaced gets none', async () => {
  const place = path.join(folder, 'marked.yaml');
  await writeFile(place, '\ufefftheirs\n');
  await writeTextFile(uriOf(place), 'mine\n', 'theirs\n', nothingOpen);
  assert.equal(await readFile(place, 'utf8'), '\ufeffmine\n');
  await replaceTextFile(uriOf(place), 'a,b\n');
  assert.equal(await readFile(place, 'utf8'), 'a,b\n');
});
