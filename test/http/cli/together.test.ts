import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

for (const command of ['status', 'plan', 'push']) {
  test(`${command} reads other policies while one is not answered, and shows its progress`, async (t) => {
    const { sandbox, work, variables, run } = await cliWorkspace(t);
    assert.equal((await run('pull', 'vulnerability')).code, 0);
    const reads = (): number => sandbox.requests.of('GET').filter(({ path: to }) => /polic/.test(to)).length;
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
  });
}

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
  for (const args of [['status'], ['plan'], ['pull', 'vulnerability'], ['push']]) {
    const { code, out, error } = await run(...args);
    assert.equal(code, 1);
    const told = `${out}\n${error}`.split('\n').filter((line) => /key|credential|login/i.test(line));
    assert.equal(told.length, 1, `${args.join(' ')}: ${told.join('\n')}`);
  }
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
});
