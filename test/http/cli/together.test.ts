import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

/** Who waits for the answer that takes a minute hangs. */
const timeout = 50_000;

for (const command of ['status', 'plan', 'push']) {
  test(
    `${command} reads other policies while one is not answered, and shows its progress`,
    { timeout },
    async (t) => {
      const { sandbox, work, variables, run } = await cliWorkspace(t);
      assert.equal((await run('pull', 'vulnerability')).code, 0);
      const reads = (): number =>
        sandbox.requests.of('GET').filter(({ path: to }) => /polic/.test(to)).length;
      const before = reads();
      sandbox.faults.next({ method: 'GET', path: /polic/ }, { kind: 'delay', milliseconds: 60_000 });
      const interruption = new AbortController();
      const progress: string[] = [];
      const end = runCommand(
        [command],
        { out: () => undefined, error: () => undefined, progress: (line) => progress.push(line) },
        { variables, folder: work.root, signal: interruption.signal },
      );
      while (reads() < before + 3) {
        await delay(10);
      }
      interruption.abort();
      assert.equal(await end, 1);
      assert.ok(command === 'push' || progress.every((line) => /\d of \d/.test(line)));
    },
  );
}

/** `length` edited policies of a console, more than are asked for at the same time. */
async function manyEdited(t: TestContext, length: number) {
  const parts = await cliWorkspace(t);
  const kinds = policyKinds.filter(({ arrays }) => arrays[0]?.key === 'rules').slice(0, length);
  assert.equal(kinds.length, length);
  const policies = kinds.map(({ name }) => name);
  assert.equal((await parts.run('pull', ...policies)).code, 0);
  for (const kind of kinds) {
    await parts.work.edit(
      kind,
      withRules((rules) => [rule('Mine'), ...rules]),
    );
  }
  parts.sandbox.requests.clear();
  return { ...parts, policies };
}

for (const command of ['plan', 'push']) {
  test(
    `${command} reads the collections once for all policies, and no policy waits for that`,
    { timeout },
    async (t) => {
      const { sandbox, work, variables, policies } = await manyEdited(t, 13);
      sandbox.faults.next({ method: 'GET', path: '/collections' }, { kind: 'delay', milliseconds: 60_000 });
      const interruption = new AbortController();
      const end = runCommand(
        [command, ...policies],
        { out: () => undefined, error: () => undefined },
        { variables, folder: work.root, signal: interruption.signal },
      );
      while (sandbox.requests.of('GET', '/polic').length < policies.length) {
        await delay(10);
      }
      interruption.abort();
      assert.equal(await end, 1);
      assert.equal(sandbox.requests.of('GET', '/collections').length, 1, 'of the first page');
    },
  );
}

test(
  'a plan of an edited policy reads the collections while the policy is not answered',
  { timeout },
  async (t) => {
    const { sandbox, work, variables, policies } = await manyEdited(t, 1);
    sandbox.faults.next({ method: 'GET', path: '/polic' }, { kind: 'delay', milliseconds: 60_000 });
    const interruption = new AbortController();
    const end = runCommand(
      ['plan', ...policies],
      { out: () => undefined, error: () => undefined },
      { variables, folder: work.root, signal: interruption.signal },
    );
    while (sandbox.requests.of('GET', '/collections').length === 0) {
      await delay(10);
    }
    interruption.abort();
    assert.equal(await end, 1);
  },
);

test('a plan asks for each policy once, and for the collections once', async (t) => {
  const { sandbox, run, policies } = await manyEdited(t, 13);
  assert.equal((await run('plan', '--format', 'markdown', ...policies)).code, 2);
  const gets = sandbox.requests.of('GET').map(({ path: to, query }) => `${to}?${query}`);
  const pages = Math.ceil(sandbox.state.collections.all().length / 50);
  assert.equal(gets.length, policies.length + pages);
  assert.equal(new Set(gets).size, gets.length);
});

test('a pull of collections shows its progress from the first answer on', async (t) => {
  const { work, variables } = await cliWorkspace(t);
  const progress: string[] = [];
  const code = await runCommand(
    ['pull', '--collections', 'vulnerability'],
    { out: () => undefined, error: () => undefined, progress: (line) => progress.push(line) },
    { variables, folder: work.root },
  );
  assert.equal(code, 0);
  assert.match(progress[0] ?? '', /collections/);
  assert.match(progress.at(-1) ?? '', /5 of 5/);
});

test('a pull without changes leaves the lock file as it is', async (t) => {
  const { work, run } = await cliWorkspace(t);
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  assert.equal((await run('pull', 'vulnerability')).code, 0);
  const before = await readFile(lock, 'utf8');
  await delay(5);
  assert.equal((await run('pull', 'vulnerability')).code, 0);
  assert.equal(await readFile(lock, 'utf8'), before);
});

test('a refused key is told once, whatever the number of policies', async (t) => {
  const { variables, run } = await cliWorkspace(t);
  assert.equal((await run('pull', 'vulnerability')).code, 0);
  variables['ORDINANCE_TEST_ACCESS_KEY_SECRET'] = 'wrong';
  for (const args of [
    ['status'],
    ['plan'],
    ['pull', 'vulnerability'],
    ['push'],
    ['merge'],
    ['match', '--image', 'a', '--side', 'live'],
  ]) {
    const { code, out, error } = await run(...args);
    assert.equal(code, 1);
    const told = `${out}\n${error}`.split('\n').filter((line) => /key|credential|login/i.test(line));
    assert.equal(told.length, 1, `${args.join(' ')}: ${told.join('\n')}`);
  }
  const { out } = await run('plan', '--format', 'markdown');
  const refused = out.split('\n').filter((line) => line.startsWith('**Refused**'));
  assert.equal(refused.length, 1, out);
  assert.match(refused[0] ?? '', /`vulnerability\/images`, `vulnerability\/ci-images`, .* \(error\)$/);
});

test('status and plan give one advice for drift without edits, and it helps', async (t) => {
  const { run, colleague } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  const adviceOf = ({ out, error }: { out: string; error: string }): string | undefined =>
    /run "ordinance ([^"]+)"/.exec(out + error)?.[1];
  const advice = adviceOf(await run('status', 'vulnerability/images'));
  assert.ok(advice);
  const planned = await run('plan', 'vulnerability/images');
  assert.equal(adviceOf(planned), advice, planned.error);
  assert.equal((await run(...advice.split(' '))).code, 0);
  assert.equal((await run('status', 'vulnerability/images')).code, 0);
});

test('a refusal names the command that helps', async (t) => {
  const { work, run, colleague } = await cliWorkspace(t);
  assert.equal((await run('pull', 'vulnerability/images')).code, 0);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  colleague(images, (rules) => [rule('Theirs'), ...rules]);
  for (const args of [['status'], ['plan'], ['push']]) {
    const { code, out, error } = await run(...args);
    assert.equal(code, 3);
    assert.match(out + error, /ordinance merge vulnerability\/images/);
  }
  assert.equal((await run('pull', '--overwrite', 'vulnerability/images')).code, 0);
  colleague(images, (rules) => rules.slice(1));
  const changed = await run('status');
  assert.equal(changed.code, 3);
  assert.match(changed.out, /ordinance merge vulnerability\/images/);
  await rm(path.join(work.policyFolder, 'ordinance.lock.json'));
  for (const args of [['plan'], ['push']]) {
    const { code, error } = await run(...args);
    assert.equal(code, 3);
    assert.match(error, /ordinance pull vulnerability\/images/);
  }
});
