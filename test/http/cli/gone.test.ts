import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { images, rule, runtime, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const words =
  /runtime\/container`?: .*its file is missing.*ordinance pull runtime\/container.*ordinance forget/;

test('a policy whose file is gone is told, changes no end, and comes back or is forgotten', async (t) => {
  const { work, run, sandbox } = await cliWorkspace(t);
  assert.equal((await run('pull', images.name, runtime.name)).code, 0);
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  const bothLines = await readFile(lock, 'utf8');
  await rm(path.join(work.policyFolder, 'runtime/container.policy.yaml'));

  const status = await run('status', '--quiet');
  assert.equal(status.code, 0, status.error);
  assert.match(status.out, /runtime\/container: file is missing/);
  assert.match(status.out, words);
  const states = JSON.parse((await run('status', '--json')).out) as { policies: { state: string }[] };
  assert.deepEqual(
    states.policies.map(({ state }) => state),
    ['in-sync', 'file-gone'],
  );
  for (const command of ['plan', 'merge', 'push']) {
    const told = await run(command);
    assert.equal(told.code, 0, `${command}: ${told.error}`);
    assert.match(told.out, words, command);
    const data = await run(command, '--json');
    assert.deepEqual((JSON.parse(data.out) as { gone?: string[] }).gone, [runtime.name], command);
    // What is one document keeps its own stream.
    assert.match(data.error, words, command);
    assert.doesNotMatch((await run(command, images.name)).out, /gone/, `${command} of another one`);
  }
  assert.match((await run('plan', '--format', 'markdown')).out, words);
  for (const side of ['file', 'live']) {
    const decided = await run('match', '--image', 'registry.example/api:1', '--side', side);
    assert.equal(decided.code, 0, decided.error);
    assert.match(decided.out, words, side);
    const asked = await run('match', '--function', 'f', '--side', side);
    assert.doesNotMatch(asked.out, /gone/, 'it looks at no function');
  }
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  assert.equal((await run('plan')).code, 2);
  assert.equal((await run('push')).code, 0);
  assert.equal(sandbox.requests.of('PUT').length, 1);

  const checked = await run('validate', 'policies');
  assert.equal(checked.code, 0, checked.error);
  assert.match(checked.error, /ordinance\.lock\.json: runtime\/container: its file is missing/);
  assert.match((await run('validate', 'policies', '--json')).out, /its file is missing/);
  assert.match((await run('validate', 'policies', '--format', 'github')).out, /::notice title=file-gone::/);
  assert.equal((await run('validate', 'policies', '--quiet')).error, '');

  // By name it is an error, as before.
  assert.equal((await run('plan', runtime.name)).code, 1);
  const refused = await run('forget', images.name, runtime.name);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /vulnerability\/images has a file/);
  assert.match(await readFile(lock, 'utf8'), /runtime\/container/, 'all or nothing');
  assert.equal((await run('forget')).code, 64);
  const forgotten = await run('forget', runtime.name, 'waas/host', '--json');
  assert.equal(forgotten.code, 0, forgotten.error);
  assert.deepEqual(JSON.parse(forgotten.out), { console: 'test', forgotten: [runtime.name] });
  assert.doesNotMatch(await readFile(lock, 'utf8'), /runtime\/container/);
  assert.match(await readFile(lock, 'utf8'), /vulnerability\/images/);
  assert.doesNotMatch((await run('status')).out, /gone/);
  assert.match(bothLines, /runtime\/container/);

  assert.equal((await run('pull', runtime.name)).code, 0);
  assert.doesNotMatch((await run('status')).out, /gone/);
});

test('a file that is called as a policy where no policy has its file is told, and changes no end', async (t) => {
  const { work, run } = await cliWorkspace(t);
  assert.equal((await run('pull', images.name)).code, 0);
  const place = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
  const text = await readFile(place, 'utf8');
  const stray = ['images.policy.yaml', 'vulnerability/imagse.policy.yaml', 'vulnerabilty/images.policy.yml'];
  // What lies elsewhere, or is called otherwise, is kept there for something else.
  const others = ['old/images.policy.yaml', 'vulnerability/notes.yaml', 'vulnerability/a/images.policy.yaml'];
  for (const file of [...stray, ...others]) {
    const made = path.join(work.policyFolder, file);
    await mkdir(path.dirname(made), { recursive: true });
    await writeFile(made, text);
  }
  for (const command of ['status', 'plan', 'push', 'merge']) {
    const told = await run(command, '--json');
    assert.equal(told.code, 0, `${command}: ${told.error}`);
    assert.deepEqual((JSON.parse(told.out) as { stray?: string[] }).stray, stray, command);
    const lines = (await run(command)).out
      .split('\n')
      .filter((line) => line.includes('this file belongs to no policy'));
    assert.deepEqual(
      lines.map((line) => line.split(': ')[0]),
      stray,
      command,
    );
    assert.doesNotMatch((await run(command, images.name)).out, /this file belongs to no policy/);
  }
  const { code, error } = await run('validate', 'policies');
  assert.equal(code, 0, error);
  assert.match(
    error,
    /^policies\/test\/vulnerability\/imagse\.policy\.yaml: this file belongs to no policy/m,
  );
});
