import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { addRule, images, isCode, pulled } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';

for (const code of ['unauthorized', 'forbidden', 'not-found', 'not-json', 'redirected']) {
  test(`a console that answers ${code} for its collections can be planned, and the plan says why`, async (t) => {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    live.collectionNames = () => Promise.reject(new ExpectedError(code, `No collections: ${code}.`));
    const plan = await work.plan(images);
    assert.match(plan.collectionsUnchecked ?? '', new RegExp(code));
    await assert.rejects(pushOne(work.sync, plan), isCode('unchecked'));
  });
}

test('an answer that may pass stops the plan', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  live.collectionNames = () => Promise.reject(new ExpectedError('unavailable', 'Busy.'));
  await assert.rejects(planOne(work.sync, images), isCode('unavailable'));
});
