import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { cachedFolder } from '../../../scripts/lib/cached.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ordinance-cached-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const fill = (text: string) => (folder: string) => writeFile(join(folder, 'file'), text);

test('is filled once', async () => {
  const first = await cachedFolder(root, 'thing-1', fill('first'));
  const second = await cachedFolder(root, 'thing-1', fill('second'));
  assert.equal(second, first);
  assert.equal(await readFile(join(first, 'file'), 'utf8'), 'first');
});

test('filled twice at the same time, it is one of both, whole, and nothing else is left', async () => {
  const both = await Promise.all([
    cachedFolder(root, 'thing-1', fill('a')),
    cachedFolder(root, 'thing-1', fill('b')),
  ]);
  assert.equal(both[0], both[1]);
  assert.match(await readFile(join(both[0], 'file'), 'utf8'), /^[ab]$/);
  assert.deepEqual(await readdir(root), ['thing-1']);
});

test('a fill that fails leaves nothing, and the next one starts afresh', async () => {
  const failing = cachedFolder(root, 'thing-1', async (folder) => {
    await fill('half')(folder);
    throw new Error('no network');
  });
  await assert.rejects(failing, /no network/);
  assert.deepEqual(await readdir(root), []);
  const folder = await cachedFolder(root, 'thing-1', fill('whole'));
  assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'whole');
});

test('clears away what a killed process left long ago, not what another one is filling', async () => {
  await mkdir(join(root, '.draft-old'));
  await utimes(join(root, '.draft-old'), new Date(0), new Date(0));
  await mkdir(join(root, '.draft-new'));
  await cachedFolder(root, 'thing-1', fill('x'));
  assert.deepEqual((await readdir(root)).toSorted(), ['.draft-new', 'thing-1']);
});
