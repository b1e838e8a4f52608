import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cliWorkspace } from './cliWorkspace.ts';

const other = '  other:\n    url: https://console.example\n    folder: policies/other\n    protcted: true\n';

test('a mistake about one console refuses the commands of that console, with its line', async (t) => {
  const { run } = await cliWorkspace(t, other);
  assert.equal((await run('pull', '--console', 'test', 'vulnerability/images')).code, 0);
  for (const args of [['--console', 'other'], []]) {
    const { code, error } = await run('pull', ...args, 'vulnerability/images');
    assert.notEqual(code, 0);
    assert.match(error, /ordinance\.yaml:8: consoles\.other\.protcted/);
  }
});
