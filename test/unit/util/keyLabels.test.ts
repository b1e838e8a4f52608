import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMacBrowser, keysIn } from '../../../src/core/util/keyLabels.ts';

test('keys in a text are called as on the system where it is read', () => {
  const text =
    'Alt+Up moves it, Ctrl+Z takes it back, Ctrl+K Alt+Up too; Alt+M is mine; Enter, F2 and Shift+F10 stay. A rule is not Alt.';
  assert.equal(keysIn(text, false), text);
  assert.equal(
    keysIn(text, true),
    'Option+Up moves it, Cmd+Z takes it back, Cmd+K Option+Up too; Cmd+K Option+M is mine; Enter, F2 and Shift+F10 stay. A rule is not Alt.',
  );
});

test('a browser says what it runs on', () => {
  const agents = {
    mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.105.1 Electron/37',
    windows:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.105.1 Electron/37',
    linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Safari/537.36',
  };
  assert.deepEqual(Object.values(agents).map(isMacBrowser), [true, false, false]);
});
