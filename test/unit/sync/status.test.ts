import assert from 'node:assert/strict';
import { rename, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import type { LiveMemory, SeenLive } from '../../../src/core/sync/ports.ts';
import { addRule, images, planOf, pulled, runtime } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import {
  policyStatus,
  refreshStatus,
  followBases,
  forgetPolicies,
  readInBackground,
} from '../../../src/core/sync/policyStatus.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';
import { staleReason } from '../../../src/core/sync/plan.ts';
import { ruleChanges } from '../../../src/core/sync/ruleChanges.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';

for (const code of ['untrusted', 'signed-out', 'no-console', 'no-credentials']) {
  test(`a request that was never made (${code}) leaves the state as it was`, async (t) => {
    const { live, work } = await pulled(t);
    const before = await policyStatus(work.sync, images);
    live.readFault = () => new ExpectedError(code, 'No request is made.');
    await assert.rejects(planOne(work.sync, images));
    await assert.rejects(refreshStatus(work.sync, images));
    assert.deepEqual(await policyStatus(work.sync, images), before);
  });
}

test('a request that failed is a state of its own', async (t) => {
  const { live, work } = await pulled(t);
  live.readFault = () => new ExpectedError('unreachable', 'There is no network route.');
  await assert.rejects(refreshStatus(work.sync, images));
  assert.equal((await policyStatus(work.sync, images)).state, 'failed');
});

/** What a workspace remembers between sessions. */
class Remembering implements LiveMemory {
  readonly seen = new Map<PolicyName, SeenLive>();
  recall(policy: PolicyName): SeenLive | undefined {
    return this.seen.get(policy);
  }
  keep(policy: PolicyName, live: SeenLive): void {
    this.seen.set(policy, live);
  }
}

test('after a restart a known conflict is one still, with the moment it was read', async (t) => {
  const memory = new Remembering();
  const { live, work } = await pulled(t, { memory });
  await work.edit(images, addRule);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  const before = await refreshStatus(work.sync, images);
  assert.equal(before.state, 'conflict');
  const after = await policyStatus(work.restarted(), images);
  assert.equal(after.state, 'conflict');
  assert.equal(after.liveReadAt, undefined, 'live was not read in this session');
  assert.deepEqual(after.knownAt, before.liveReadAt);
});

test('after a restart without a memory the base says what was live, and when', async (t) => {
  const { work } = await pulled(t);
  const status = await policyStatus(work.restarted(), images);
  assert.equal(status.state, 'in-sync');
  assert.equal(status.liveReadAt, undefined);
  assert.ok(status.knownAt && status.knownAt <= new Date());
});

test('a base that another process moved is newer than what was remembered', async (t) => {
  const memory = new Remembering();
  const { live, work } = await pulled(t, { memory });
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  assert.equal((await refreshStatus(work.sync, images)).state, 'live-changed');
  const other = work.restarted({ memory: new Remembering() });
  await pullPolicies(other, [images], {
    format: 'yaml',
    chooseOverwrite: () => Promise.resolve('overwrite'),
  });
  assert.equal((await policyStatus(work.restarted(), images)).state, 'in-sync');
});

test('after a push of another process the policy stands as it does there, whatever was read of live before', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const other = work.restarted();
  assert.equal((await refreshStatus(other, images)).state, 'edited');
  const plan = planOf(await planOne(other, images));
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'applied');
  const told: PolicyName[] = [];
  other.changed.event((policy) => told.push(policy));
  await followBases(other);
  assert.ok(told.includes(images.name));
  const status = await policyStatus(other, images);
  assert.equal(status.state, 'in-sync');
  assert.equal(status.liveReadAt, undefined, 'it was not this process that read live as it is now');
  assert.equal(await staleReason(other, plan), 'base');
  assert.deepEqual((await ruleChanges(other, images)).live, []);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  assert.equal((await refreshStatus(other, images)).state, 'live-changed');
  await followBases(other);
  assert.equal((await policyStatus(other, images)).state, 'live-changed', 'what was read after it is newer');
});

test('a policy whose folder is moved away is as before its first pull, until the folder is back', async (t) => {
  const { work } = await pulled(t);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
  const away = `${work.policyFolder}-away`;
  await rename(work.policyFolder, away);
  assert.equal((await policyStatus(work.sync, images)).state, 'not-pulled');
  assert.deepEqual(await forgetPolicies(work.sync, [images]), []);
  await assert.rejects(stat(work.policyFolder), 'nothing makes the folder again');
  await rename(away, work.policyFolder);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
  assert.equal((await policyStatus(work.sync, runtime)).state, 'in-sync');
});

test('what a push would be refused for is part of the status, also of a file in sync', async (t) => {
  const problems: string[] = [];
  const { work } = await pulled(t, { validate: () => problems });
  assert.equal((await policyStatus(work.sync, images)).problems, undefined);
  problems.push('no good', 'no good', 'nor this');
  const status = await policyStatus(work.restarted(), images);
  assert.equal(status.state, 'in-sync');
  assert.deepEqual(status.problems, ['no good', 'nor this']);
  assert.equal((await planOne(work.sync, images)).kind, 'invalid');
});

test('a collection that the console is known not to have is a problem of what was edited, and of no other file', async (t) => {
  const asked: string[] = [];
  let unknown = ['No such collection.'];
  const { work } = await pulled(t, {
    validate: () => ['no good'],
    unknownCollections: async (document) => {
      asked.push(document.text);
      return unknown;
    },
  });
  assert.deepEqual((await policyStatus(work.sync, images)).problems, ['no good'], 'nothing would be pushed');
  assert.deepEqual(asked, []);
  await work.edit(images, addRule);
  assert.deepEqual((await policyStatus(work.sync, images)).problems, ['no good', 'No such collection.']);
  unknown = [];
  assert.deepEqual((await policyStatus(work.sync, images)).problems, ['no good'], 'it was made meanwhile');
});

test('a policy is busy from the first step of a pull, push, merge or restore to the last', async (t) => {
  const { live, work } = await pulled(t);
  const busyAtChanges: boolean[] = [];
  work.sync.changed.event((policy) => busyAtChanges.push(work.sync.busy.has(policy)));
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  busyAtChanges.length = 0;
  const { snapshot } = await pushOne(work.sync, plan);
  assert.deepEqual(
    busyAtChanges,
    [true, true, false],
    'while live is read again and read back, and at the end',
  );
  assert.equal(work.sync.busy.has(images.name), false);
  const undo = planOf(await planRestore(work.sync, images, snapshot));
  busyAtChanges.length = 0;
  const outcome = await pushOne(work.sync, undo);
  assert.equal(outcome.file, 'follows');
  assert.deepEqual(busyAtChanges, [true, true, false], 'it ends once, when the file has followed');
  live.putFault = { when: 'before', error: new Error('cut') };
  await work.edit(images, addRule);
  await pushOne(work.sync, await work.plan(images));
  assert.equal(work.sync.busy.has(images.name), false, 'however it ends');
});

test('what is read in the background, and fails, leaves the state as it was, also where a push is open', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  live.putFault = { when: 'late', error: new Error('reset') };
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'unknown');
  const { state } = await policyStatus(work.sync, images);
  live.readFault = () => new Error('unreachable');
  await assert.rejects(readInBackground(work.sync, images), /unreachable/);
  const status = await policyStatus(work.sync, images);
  assert.equal(status.state, state);
  assert.equal(status.reason, undefined);
  assert.equal(status.missed?.reason, 'unreachable');
  live.readFault = undefined;
  assert.equal(await readInBackground(work.sync, images), live.text(images).length);
  assert.equal((await policyStatus(work.sync, images)).missed, undefined);
});
