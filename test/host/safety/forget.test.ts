import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Uri, workspace } from 'vscode';
import { after, before, suite, test } from '../harness.ts';
import { fileOf, policy, run } from '../mainJob.ts';
import { SafetyWorld } from './world.ts';

const name = 'runtime/host';
const other = 'compliance/host';

suite('policies whose files are gone', () => {
  let world: SafetyWorld;

  before(async () => {
    world = await SafetyWorld.open(name, other);
  });

  after(() => world.close());

  test('are forgotten after a question, and one that has a file is not', async () => {
    const lock = Uri.joinPath(fileOf(name), '../../ordinance.lock.json').fsPath;
    const isListed = (one: string): boolean => readFileSync(lock, 'utf8').includes(`"${one}"`);
    world.say('Forget');
    await run('ordinance.policy.forget', policy(name));
    assert.match(world.messages.last?.text ?? '', /runtime\/host has a file/);
    assert.ok(isListed(name));

    await workspace.fs.delete(fileOf(name));
    world.messages.clear();
    await run('ordinance.policy.forget', policy(name));
    assert.match(world.messages.last?.detail ?? '', /^Ordinance removes the policy from/);
    assert.ok(isListed(name), 'without a yes nothing happens');

    world.say('Forget');
    await run('ordinance.policy.forget', policy(name));
    assert.deepEqual([isListed(name), isListed(other)], [false, true]);

    await world.pull(name);
    assert.ok(isListed(name), 'a pull brings it back');
  });
});
