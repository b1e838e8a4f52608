import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readConsoleFile } from '../../../src/core/consoles/consoleFile.ts';
import { sampleWorkspaceFiles } from '../../../src/sandbox/sampleWorkspace.ts';

const files = sampleWorkspaceFiles('http://127.0.0.1:4711');

test('the sample workspace names the sandbox in a file that reads without a problem', () => {
  const text = files.find(({ path }) => path === 'ordinance.yaml')?.text ?? '';
  const { consoles, problems } = readConsoleFile(parse(text));
  assert.deepEqual(problems, []);
  assert.deepEqual(
    consoles.map(({ name, url, apiVersion, folder }) => [name, url, apiVersion, folder]),
    [['sandbox', 'http://127.0.0.1:4711', '34.04', 'policies/sandbox']],
  );
});

test('paths are relative and stay inside, texts end with a line break', () => {
  assert.deepEqual(
    files.map(({ path }) => path),
    ['ordinance.yaml', 'README.md', '.gitignore'],
  );
  for (const { path, text } of files) {
    assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'), path);
  }
});
