import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace, type CliWork } from './cliWorkspace.ts';

const strict = { blockThreshold: { enabled: true, value: 7 } };
const scoped = (name: string, collection: string, more: object = {}) =>
  rule(name, { collections: [{ name: collection }], ...more });

const tests = `policy: ${images.name}
tests:
  - name: payments blocks
    every: { collections: [payments] }
    expect: { blocks: at least high }
`;

/** A policy that was pulled, with a test that holds, and an edit that breaks it. */
async function broken(t: TestContext): Promise<CliWork> {
  const parts = await cliWorkspace(t);
  parts.colleague(images, () => [scoped('pay', 'payments', strict), scoped('rest', 'All')]);
  assert.equal((await parts.run('pull', images.name)).code, 0);
  const folder = path.join(parts.work.root, 'policies/test/intent');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'images.policy-test.yaml'), tests);
  await parts.work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  return parts;
}

test('a push over a test that does not hold wants it allowed, and a plan names it', async (t) => {
  const { run, sandbox } = await broken(t);
  const puts = (): number => sandbox.requests.of('PUT').length;
  const plan = await run('plan', images.name);
  assert.match(plan.out, /^Failed tests of the policy \(1 of 1\):$/m);
  assert.match(
    plan.out,
    /^- payments blocks: Expected: blocks from high or stricter\. Instead: "rest" \(#1\) applies/m,
  );
  const { plans } = JSON.parse((await run('plan', '--json', images.name)).out) as {
    plans: { tests: { count: number; failing: { name: string }[] }; notes: string[] }[];
  };
  const [planned] = plans;
  assert.deepEqual([planned?.tests.count, planned?.tests.failing[0]?.name], [1, 'payments blocks']);
  assert.deepEqual(planned?.notes, [], 'a note is a sentence of its own');

  const refused = await run('push', images.name);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /vulnerability\/images .*1 of \d tests fails\?\n {2}- payments blocks/);
  assert.match(refused.error, /--allow-failing-tests vulnerability\/images/);
  assert.equal(puts(), 0);

  const other = await run('push', images.name, '--allow-failing-tests', 'vulnerability/host');
  assert.equal(other.code, 1);
  assert.equal(puts(), 0);
  assert.equal((await run('push', images.name, '--allow-failing-tests', images.name)).code, 0);
  assert.equal(puts(), 1);
});

test('what is tested is what would be sent: a test that holds lets the push go on', async (t) => {
  const { run, work } = await broken(t);
  await work.edit(
    images,
    withRules((rules) => [...rules.toReversed(), scoped('more', 'kube-system')]),
  );
  assert.match((await run('plan', images.name)).out, /^The test of the policy passes\.$/m);
  assert.equal((await run('push', images.name)).code, 0);
});

test('tests that cannot be read do not hold, and a plan on file does not depend on tests', async (t) => {
  const { run, work } = await broken(t);
  const file = path.join(work.root, 'policies/test/intent/images.policy-test.yaml');
  await writeFile(file, tests.replace('every:', 'evry:'));
  const { error } = await run('push', images.name);
  assert.match(error, /fails?\?\n.*images\.policy-test\.yaml/);
  const planned = await run('plan', images.name, '--out', 'plan.json');
  assert.equal(planned.code, 2, planned.error);
  await rm(file);
  const pushed = await run('push', 'plan.json');
  assert.equal(pushed.code, 0, pushed.error);
});
