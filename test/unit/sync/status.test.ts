import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from '../../../src/util/errors.ts';
import { images, pulled } from './workspace.ts';

for (const code of ['untrusted', 'signed-out', 'no-console', 'no-credentials']) {
  test(`a request that was never made (${code}) leaves the state as it was`, async (t) => {
    const { live, work } = await pulled(t);
    const before = await work.sync.status(images);
    live.readFault = () => new ExpectedError(code, 'No request is made.');
    await assert.rejects(work.sync.plan(images));
    await assert.rejects(work.sync.refresh(images));
    assert.deepEqual(await work.sync.status(images), before);
  });
}

test('a request that failed is a state of its own', async (t) => {
  const { live, work } = await pulled(t);
  live.readFault = () => new ExpectedError('unreachable', 'There is no network route.');
  await assert.rejects(work.sync.refresh(images));
  assert.equal((await work.sync.status(images)).state, 'failed');
});
