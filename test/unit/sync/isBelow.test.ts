import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { isBelow } from '../../../src/core/sync/store/insideWorkspace.ts';

test('a place is below a folder by whole names', () => {
  const below = (folder: string, place: string): boolean => isBelow(folder, place, path.posix);
  assert.ok(below('/work', '/work'));
  assert.ok(below('/work', '/work/a/b'));
  assert.ok(below('/work', '/work/..a'));
  assert.ok(below('/', '/work'));
  assert.ok(!below('/work', '/workshop'));
  assert.ok(!below('/work', '/'));
  assert.ok(!below('/work', '/work/../other'));
  assert.ok(!below('/work', '/Work/a'));
});

test('on Windows the case of a drive and of a folder, and the kind of slash, make no other place', () => {
  const below = (folder: string, place: string): boolean => isBelow(folder, place, path.win32);
  assert.ok(below('C:\\Work', 'c:\\work\\a'));
  assert.ok(below('c:/work', 'C:\\Work\\..a'));
  assert.ok(below('c:\\', 'C:\\Work'));
  assert.ok(below('\\\\server\\share\\Work', '//server/share/work/a'));
  assert.ok(!below('C:\\Work', 'D:\\Work\\a'));
  assert.ok(!below('C:\\Work', 'C:\\Workshop'));
  assert.ok(!below('C:\\Work', 'C:\\Work\\..\\other'));
  assert.ok(!below('C:\\Work', '\\\\server\\share\\Work'));
});
