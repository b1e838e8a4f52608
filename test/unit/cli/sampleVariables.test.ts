import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineVariables } from '../../../scripts/lib/sample.ts';
import { accessKeys } from '../../../src/cli/remote/accessKeys.ts';
import { parseConsoleFile } from '../../../src/core/assist/consoleFile/checkConsoleFile.ts';
import { sampleWorkspaceFiles } from '../../../src/sandbox/sampleWorkspace.ts';

test('with what "npm start" prints the command line is signed in to the sample console', async () => {
  const url = 'http://127.0.0.1:1234';
  const accessKey = { id: 'an-id', secret: 'a-secret' };
  const text = sampleWorkspaceFiles(url).find(({ path }) => path === 'ordinance.yaml')?.text ?? '';
  const { consoles } = parseConsoleFile(text);
  const [entry] = consoles;
  assert.ok(entry);
  const variables = Object.fromEntries(
    commandLineVariables(url, accessKey)
      .split(' ')
      .map((each) => each.split('=') as [string, string]),
  );
  const keys = await accessKeys(entry, consoles, { variables, folder: '/' });
  assert.deepEqual(await keys.accessKey(url), accessKey);
});
