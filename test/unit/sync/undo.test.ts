import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { addRule, images, isCode, planOf, pulled, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';
import { policyStatus, readInBackground } from '../../../src/core/sync/policyStatus.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';

test('a finished push can be undone, and the working copy follows', async (t) => {
  const { live, work } = await pulled(t);
  const text = await work.text(images);
  const before = live.names(images);
  await work.edit(
    images,
    withRules((rules) => [rule('new'), ...rules.slice(1)]),
  );
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  assert.deepEqual(live.names(images), ['new', 'b']);
  const plan = planOf(await planRestore(work.sync, images, snapshot, { restoring: 'undo' }));
  assert.equal(plan.restores, snapshot);
  const { verdict, openedAt, file } = await pushOne(work.sync, plan);
  assert.equal(verdict, 'applied');
  assert.deepEqual(live.names(images), before);
  assert.equal(file, 'follows');
  assert.equal(await work.text(images), text);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
  const written = (await work.sync.journal.all()).at(-1);
  assert.deepEqual([written?.restores, written?.restoring], [snapshot, 'undo']);
  assert.equal(written?.at, openedAt.toISOString(), 'one time for one push');
});

test('an undo leaves a working copy with newer edits alone', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  await work.edit(images, addRule);
  const text = await work.text(images);
  const plan = planOf(await planRestore(work.sync, images, snapshot));
  assert.equal((await pushOne(work.sync, plan)).file, 'left');
  assert.equal(await work.text(images), text);
  // The file was not made from what the undo brought back: its edits are merged with that, they do not take it back.
  assert.equal((await policyStatus(work.sync, images)).state, 'conflict');
});

test('a file that already equals what an undo restores is not called left', async (t) => {
  const { work } = await pulled(t);
  const text = await work.text(images);
  await work.edit(images, addRule);
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  await work.write(images, text);
  const plan = planOf(await planRestore(work.sync, images, snapshot));
  assert.equal((await pushOne(work.sync, plan)).file, 'follows');
  assert.equal(await work.text(images), text);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
});

test('a file follows what an undo restored, not what a background read found afterwards', async (t) => {
  let afterReadBack: (() => Promise<unknown>) | undefined;
  const { live, work } = await pulled(t);
  const sync = work.restarted({
    copies: {
      read: (ref) => work.copies.read(ref),
      text: (ref) => work.copies.text(ref),
      write: async (...args) => {
        const run = afterReadBack;
        afterReadBack = undefined;
        await run?.();
        await work.copies.write(...args);
      },
    },
  });
  const text = await work.text(images);
  await work.edit(images, addRule);
  const { snapshot } = await pushOne(sync, planOf(await planOne(sync, images)));
  const plan = planOf(await planRestore(sync, images, snapshot));
  afterReadBack = async () => {
    live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
    await readInBackground(sync, images);
  };
  assert.equal((await pushOne(sync, plan)).file, 'follows');
  assert.equal(await work.text(images), text);
  assert.equal((await policyStatus(sync, images)).state, 'live-changed', 'nobody has seen what they wrote');
});

test('an undo without a file has none to bring along, nor one that it says was left', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  const plan = planOf(await planRestore(work.sync, images, snapshot));
  await rm(path.join(work.policyFolder, 'vulnerability/images.policy.yaml'));
  assert.equal((await pushOne(work.sync, plan)).file, 'none');
});

test('an undo passes through the same guards', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  assert.equal((await planRestore(work.sync, images, snapshot)).kind, 'drift');
  live.collections.delete('prod');
  await pullPolicies(work.sync, [images], {
    format: 'yaml',
    chooseOverwrite: () => Promise.resolve('overwrite'),
  });
  assert.equal((await planRestore(work.sync, images, snapshot)).kind, 'unknown-collections');
  await assert.rejects(planRestore(work.sync, images, '0'.repeat(64)), isCode('no-snapshot'));
});
