import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { namesOnDisk, type NamingDisk } from '../../../src/core/sync/store/consoleFileText.ts';

/** Folders as they are written on a disk, which tells capitals apart or does not. */
function diskOf(folders: readonly string[], tellsApart: boolean, rules: typeof path): NamingDisk {
  const said = (place: string): string => (tellsApart ? place : place.toLowerCase().normalize('NFC'));
  return {
    list: async (folder) =>
      folders.filter((one) => said(rules.dirname(one)) === said(folder)).map((one) => rules.basename(one)),
    isThere: async (place) => folders.some((one) => said(one) === said(place)),
  };
}

for (const [system, rules, root] of [
  ['Windows', path.win32, 'C:\\work\\shop'],
  ['macOS', path.posix, '/Users/eve/shop'],
] as const) {
  const folders = ['policies', 'policies/Prod', 'policies/Caf\u0065\u0301'].map((way) =>
    rules.join(root, ...way.split('/')),
  );

  test(`on a disk that does not tell capitals apart a folder has the name that it has there (${system})`, async () => {
    const disk = diskOf(folders, false, rules);
    assert.deepEqual(await namesOnDisk(root, ['Policies', 'prod'], disk, rules), ['policies', 'Prod']);
    assert.deepEqual(await namesOnDisk(root, ['policies', 'caf\u00e9'], disk, rules), [
      'policies',
      'Caf\u0065\u0301',
    ]);
    assert.deepEqual(await namesOnDisk(root, ['policies', 'new'], disk, rules), ['policies', 'new']);
  });

  test(`on one that does, another spelling is another folder (${system})`, async () => {
    const disk = diskOf(folders, true, rules);
    assert.deepEqual(await namesOnDisk(root, ['policies', 'prod'], disk, rules), ['policies', 'prod']);
    const both = diskOf([...folders, rules.join(root, 'policies', 'prod')], true, rules);
    assert.deepEqual(await namesOnDisk(root, ['policies', 'prod'], both, rules), ['policies', 'prod']);
    assert.deepEqual(await namesOnDisk(root, ['policies', 'Prod'], both, rules), ['policies', 'Prod']);
  });
}

test('of this disk it is found out, whatever it tells apart', async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), 'names-'));
  context.after(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'policies', 'Prod'), { recursive: true });
  assert.deepEqual(await namesOnDisk(root, ['policies', 'Prod']), ['policies', 'Prod']);
  const [, found] = await namesOnDisk(root, ['policies', 'prod']);
  assert.equal(
    found,
    await mkdir(path.join(root, 'policies', 'prod')).then(
      () => 'prod',
      () => 'Prod',
    ),
  );
  assert.deepEqual(await namesOnDisk(path.join(root, 'none'), ['a', 'b']), ['a', 'b']);
});
