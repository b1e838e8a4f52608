import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { images, pulled, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { staleReason } from '../../../src/core/sync/plan.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';

const annotated = (notes: string) =>
  withRules(([first, ...rest]) => [new Map([...(first as JsonObject), ['notes', notes]]), ...rest]);

test('a plan stands until its file says something else, and stands again when that is taken back', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, annotated('mine'));
  const plan = await work.plan(images);
  assert.equal(await staleReason(work.sync, plan), undefined);
  await work.edit(images, annotated('another'));
  assert.equal(await staleReason(work.sync, plan), 'file');
  await work.edit(images, annotated('mine'));
  assert.equal(await staleReason(work.sync, plan), undefined, 'whatever it is spelled like');
});

test('a plan is old when live was read as something else', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, annotated('mine'));
  const plan = await work.plan(images);
  live.set(
    images,
    live.text(images).replace('"rules":[', '"rules":[{"name":"theirs","collections":[{"name":"All"}]},'),
  );
  assert.equal(await staleReason(work.sync, plan), undefined, 'nobody has read it yet');
  await refreshStatus(work.sync, images);
  assert.equal(await staleReason(work.sync, plan), 'live');
});

test('a plan is old when the policy was pushed since, by itself or by another process', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, annotated('mine'));
  const plan = await work.plan(images);
  const other = work.restarted();
  const outcome = await planOne(other, images);
  assert.ok(outcome.kind === 'plan');
  assert.equal((await pushOne(other, outcome.plan)).verdict, 'applied');
  assert.equal(await staleReason(work.sync, plan), 'base');
});

test('a plan is none of a console that was made anew, as after a change of ordinance.yaml', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, annotated('mine'));
  const plan = await work.plan(images);
  assert.equal(await staleReason(work.restarted(), plan), 'destination');
});

test('what is restored does not come from the file', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, annotated('mine'));
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  const outcome = await planRestore(work.sync, images, snapshot);
  assert.ok(outcome.kind === 'plan');
  await work.edit(images, annotated('another'));
  assert.equal(await staleReason(work.sync, outcome.plan), undefined);
});
