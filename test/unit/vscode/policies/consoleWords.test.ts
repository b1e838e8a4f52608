import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleWords } from '../../../../src/vscode/policies/consoleWords.ts';
import { momentWords } from '../../../../src/vscode/workspace/whenWords.ts';

const entry = { url: 'https://console.example', apiVersion: '34.04', auth: 'login' } as const;

test('a console says where it is, its version, how one is signed in, and when it was read', () => {
  const at = new Date(0);
  assert.deepEqual(
    consoleWords({ ...entry, project: 'blue' }, { access: 'ready', account: '3f2a91c0…' }, at),
    [
      'https://console.example',
      'API version 34.04 · project blue',
      'Access key 3f2a91c0… · Signed in. The access key goes to the login service, a token to the console.',
      `The live policy was last read at ${momentWords(at)}.`,
    ],
  );
  assert.deepEqual(consoleWords(entry, { access: 'signed-out' }, undefined).slice(1), [
    'API version 34.04',
    'Signed out.',
    'The live policy was not read yet in this session.',
  ]);
  assert.match(consoleWords(entry, { access: 'untrusted' }, undefined)[2] ?? '', /^Not trusted/);
});
