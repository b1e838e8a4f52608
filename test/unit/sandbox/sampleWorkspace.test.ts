import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readCollection } from '../../../src/core/console/resources/editableLists.ts';
import { readConsoleFile } from '../../../src/core/consoleFile/consoleFile.ts';
import { readTestFile } from '../../../src/core/assist/testFile/readTestFile.ts';
import { arrayAt, toPlain, type JsonArray } from '../../../src/core/json/json.ts';
import { runTestsOn } from '../../../src/core/policyTest/runTests.ts';
import { testedPolicy } from '../../../src/core/policyTest/policyTest.ts';
import { TestConsole } from '../../sandbox/testConsole.ts';
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
    ['ordinance.yaml', 'README.md', 'policies/sandbox/compliance/container.policy-test.yaml', '.gitignore'],
  );
  for (const { path, text } of files) {
    assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'), path);
  }
});

test('what the sample says of its policy is so as the policy is pulled, and is not with the rule for everything on top', async (t) => {
  const sandbox = await TestConsole.start();
  t.after(() => sandbox.close());
  const text = files.find(({ path }) => path.endsWith('.policy-test.yaml'))?.text ?? '';
  const { tests, kind, written, diagnostics } = readTestFile(text, 'yaml');
  assert.deepEqual(diagnostics, []);
  assert.ok(kind && written === tests.length);
  const collections = new Map(
    sandbox.state.collections.all().flatMap((one) => {
      const collection = readCollection(toPlain(one));
      return collection ? [[collection.name, collection.patterns] as const] : [];
    }),
  );
  const document = sandbox.state.policies.get(kind.name);
  const rules = arrayAt(document, 'rules');
  const outcomes = async (order: JsonArray): Promise<readonly string[]> => {
    const policy = testedPolicy(kind, new Map(document).set('rules', order), collections);
    return (await runTestsOn(policy, tests)).map(({ result }) => result.outcome);
  };
  assert.deepEqual(await outcomes(rules), ['passed', 'passed', 'passed']);
  const dragged = [...rules.slice(-1), ...rules.slice(0, -1)];
  assert.deepEqual(await outcomes(dragged), ['failed', 'failed', 'failed']);
});
