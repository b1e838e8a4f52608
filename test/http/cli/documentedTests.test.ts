import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { writeSampleWorkspace } from '../../../scripts/lib/sample.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { arrayAt, isJsonObject, stringAt } from '../../../src/core/json/json.ts';
import { afterwards } from '../../afterwards.ts';
import { TestConsole } from '../../sandbox/testConsole.ts';
import { testMachine } from '../../unit/sync/testSeal.ts';
import { quickFolder } from '../quickFolder.ts';

/** The test files that the pages show, in the order of the pages. */
async function shownTestFiles(): Promise<readonly string[]> {
  const pages = await Promise.all(
    ['README.md', 'docs/policy-tests.md'].map((page) => readFile(path.join(projectRoot, page), 'utf8')),
  );
  return pages.flatMap((page) =>
    [...page.matchAll(/^```yaml\n(policy:[^]*?)^```/gm)].map(([, text = '']) => text),
  );
}

/** The repairs that the README of the sandbox suggests for `vulnerability/ci-images`. */
function repairShadowedRules({ state: { policies } }: TestConsole): void {
  const name = 'vulnerability/ci-images';
  const rules = arrayAt(policies.get(name), 'rules');
  const named = (rule: string) =>
    rules.find((one) => isJsonObject(one) && stringAt(one, 'name') === rule) ?? assert.fail(rule);
  const shadowed = named('payments-audit: block medium');
  const redundant = named('payments-webhooks: alert from critical');
  const above = named('payments: alert from critical');
  const repaired = rules
    .filter((one) => one !== shadowed && one !== redundant)
    .flatMap((one) => (one === above ? [shadowed, one] : [one]));
  policies.replace(name, new Map([...policies.get(name), ['rules', repaired]]));
}

for (const [when, prepare] of [
  ['in a fresh sandbox', () => undefined],
  ['after the repairs that its README suggests', repairShadowedRules],
] as const) {
  test(`the policy tests that pages show pass ${when}`, async (t) => {
    const sandbox = await TestConsole.start();
    afterwards(t, () => sandbox.close());
    prepare(sandbox);
    const folder = await mkdtemp(path.join(quickFolder(), 'ordinance-shown-tests-'));
    afterwards(t, () => rm(folder, { recursive: true, force: true }));
    await writeSampleWorkspace(folder, sandbox.url);
    const variables = {
      ORDINANCE_SANDBOX_ACCESS_KEY_ID: sandbox.accessKey.id,
      ORDINANCE_SANDBOX_ACCESS_KEY_SECRET: sandbox.accessKey.secret,
      ORDINANCE_SANDBOX_ORIGINS: sandbox.url,
      ...testMachine,
    };
    const run = async (...args: readonly string[]): Promise<void> => {
      const lines: string[] = [];
      const say = (line: string) => lines.push(line);
      const code = await runCommand(args, { out: say, error: say }, { variables, folder });
      assert.equal(code, 0, lines.join('\n'));
    };
    await run('pull', '--collections');
    const shown = await shownTestFiles();
    assert.ok(shown.length > 6);
    await mkdir(path.join(folder, 'policies/sandbox/shown'));
    for (const [index, text] of shown.entries()) {
      await writeFile(path.join(folder, `policies/sandbox/shown/${index}.policy-test.yaml`), text);
    }
    await run('test');
  });
}
