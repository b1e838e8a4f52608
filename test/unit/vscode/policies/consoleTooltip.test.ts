import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTooltip } from '../../../../src/vscode/policies/tooltips.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { momentWords } from '../../../../src/vscode/workspace/whenWords.ts';

const entry = { name: 'prod', url: 'https://console.example', apiVersion: '34.04', auth: 'login' };

function said(handle: object, readAt?: Date): readonly string[] {
  const { text } = consoleTooltip({ entry, ...handle } as ConsoleHandle, { kind: 'nothing' }, readAt);
  return text.replaceAll('\\', '').split('\n\n').slice(1, 5);
}

test('a console says where it is, its version, how one is signed in, and when it was read', () => {
  const at = new Date(0);
  const handle = { entry: { ...entry, project: 'blue' }, access: 'ready', account: '3f2a91c0…' };
  assert.deepEqual(said(handle, at), [
    'https://console.example',
    'API version 34.04 · project blue',
    'Access key 3f2a91c0… · Signed in. The access key goes to the login service, a token to the console.',
    `The live policy was last read at ${momentWords(at)}.`,
  ]);
  assert.deepEqual(said({ access: 'signed-out' }).slice(1), [
    'API version 34.04',
    'Signed out.',
    'The live policy was not read yet in this session.',
  ]);
  assert.match(said({ access: 'untrusted' })[2] ?? '', /^Not trusted/);
});
