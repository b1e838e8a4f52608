import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { addRule, images, pulled, rule, withRules } from './workspace.ts';
import { planOne } from './planAndPush.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';

test('a pull of another window while a plan reads live gives no plan that undoes what it brought', async (t) => {
  const { live, work } = await pulled(t);
  const before = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(before));
  const other = work.restarted();
  live.beforeRead = async () => {
    live.beforeRead = undefined;
    await pullPolicies(other, [images], { format: 'yaml', chooseOverwrite: () => Promise.resolve('cancel') });
  };
  assert.deepEqual(await planOne(work.sync, images), { kind: 'nothing-to-push' });
  assert.deepEqual(live.names(images), ['a', 'b', 'theirs']);
});

test('nor does a merge that brought it into a file with edits', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const before = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [rule('theirs'), ...rules])(before));
  const other = work.restarted();
  live.beforeRead = async () => {
    live.beforeRead = undefined;
    const merge = await mergeWithLive(other, images);
    assert.ok(merge.kind === 'merge' && merge.open.length === 0);
    await saveMerge(other, images, new Map(), merge.seen);
  };
  const plan = await work.plan(images);
  assert.deepEqual(
    plan.steps.map((step) => [step.kind, 'rule' in step && step.rule]),
    [['add', 'added']],
  );
});

test('a base that is moved again and again is said', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const other = work.restarted();
  let pulling = false;
  let serial = 0;
  live.beforeRead = async () => {
    if (!pulling) {
      pulling = true;
      const now = live.documents.get(images.name) ?? new Map();
      live.documents.set(images.name, withRules((rules) => [rule(`theirs ${++serial}`), ...rules])(now));
      const merge = await mergeWithLive(other, images);
      await (merge.kind === 'merge' && saveMerge(other, images, new Map(), merge.seen));
      pulling = false;
    }
  };
  await assert.rejects(planOne(work.sync, images), { code: 'base-moved' });
  assert.equal(live.puts, 0);
});

test('a checkout that has brought the base and not yet the file is waited for', async (t) => {
  const { live, work } = await pulled(t);
  const old = await work.text(images);
  const before = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(before));
  await work.pull([images]);
  const now = await work.text(images);
  const file = path.join(work.policyFolder, 'vulnerability', 'images.policy.yaml');
  const git = path.join(work.root, '.git');
  await mkdir(git);
  await writeFile(path.join(git, 'index.lock'), '');
  await writeFile(file, old);
  const planned = planOne(work.sync, images);
  await setTimeout(100);
  await writeFile(file, now);
  await rename(path.join(git, 'index.lock'), path.join(git, 'index'));
  assert.deepEqual(await planned, { kind: 'nothing-to-push' });
});

test('a checkout that has brought the file and not yet the base is waited for', async (t) => {
  const { live, work } = await pulled(t);
  const file = path.join(work.policyFolder, 'vulnerability', 'images.policy.yaml');
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  const old = { file: await work.text(images), lock: await readFile(lock, 'utf8') };
  const before = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(before));
  await work.pull([images]);
  const git = path.join(work.root, '.git');
  await mkdir(git);
  let isBegun = false;
  let ends: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await setTimeout(200);
    await writeFile(lock, old.lock);
    await rename(path.join(git, 'index.lock'), path.join(git, 'index'));
  };
  const sync = work.restarted({
    copies: {
      read: async (ref) => {
        if (!isBegun) {
          isBegun = true;
          await writeFile(path.join(git, 'index.lock'), '');
          await writeFile(file, old.file);
          ends = end();
        }
        return work.copies.read(ref);
      },
      text: (ref) => work.copies.text(ref),
      write: (...args) => work.copies.write(...args),
    },
  });
  // With the base of before the checkout the plan would remove "theirs".
  assert.equal((await planOne(sync, images)).kind, 'drift');
  await ends;
});

test('a file that a checkout has taken away and not yet brought back is waited for', async (t) => {
  const { work } = await pulled(t);
  const file = path.join(work.policyFolder, 'vulnerability', 'images.policy.yaml');
  const text = await work.text(images);
  const git = path.join(work.root, '.git');
  await mkdir(git);
  let ends: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await setTimeout(200);
    await writeFile(file, text);
    await rename(path.join(git, 'index.lock'), path.join(git, 'index'));
  };
  const sync = work.restarted({
    copies: {
      read: async (ref) => {
        if (!ends) {
          await writeFile(path.join(git, 'index.lock'), '');
          await rm(file);
          ends = end();
        }
        return work.copies.read(ref);
      },
      text: (ref) => work.copies.text(ref),
      write: (...args) => work.copies.write(...args),
    },
  });
  assert.deepEqual(await planOne(sync, images), { kind: 'nothing-to-push' });
  await ends;
});
