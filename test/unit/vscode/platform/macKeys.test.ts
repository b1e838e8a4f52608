import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({ UIKind: { Desktop: 1, Web: 2 } });
const { hasMacKeys } = await import('../../../../src/vscode/platform/macKeys.ts');

test('keys are called as on macOS where the window is on this Mac, and nowhere else', () => {
  const desktop = { uiKind: 1, remoteName: undefined };
  assert.equal(hasMacKeys(desktop, 'darwin'), true);
  assert.equal(hasMacKeys(desktop, 'win32'), false);
  assert.equal(hasMacKeys(desktop, 'linux'), false);
  assert.equal(
    hasMacKeys({ uiKind: 2, remoteName: undefined }, 'darwin'),
    false,
    'a browser may be anywhere',
  );
  assert.equal(hasMacKeys({ uiKind: 1, remoteName: 'ssh-remote' }, 'darwin'), false);
});
