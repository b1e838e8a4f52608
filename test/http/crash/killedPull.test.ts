import assert from 'node:assert/strict';
import { test } from 'node:test';
import { images } from '../../unit/sync/workspace.ts';
import { isWhole } from './isWhole.ts';
import { killedAtEveryStep } from './killedAtEveryStep.ts';
import { planOne } from '../../unit/sync/planAndPush.ts';
import { refreshStatus, policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';

test('killed at every step of a pull: no part of a file, no base that the file was not made from', async (t) => {
  const steps = await killedAtEveryStep(t, {
    what: 'pull',
    prepare: async ({ live, work }) => {
      live.set(images, '{"rules":[{"name":"a","collections":[{"name":"All"}]}]}');
      await work.pull([images]);
      live.set(
        images,
        '{"rules":[{"name":"b","collections":[{"name":"All"}]},{"name":"a","collections":[]}]}',
      );
    },
    check: async ({ work }, at) => {
      await isWhole(work);
      const next = work.restarted();
      // The file is the old or the new live; a push would bring back neither unasked.
      assert.ok(
        ['live-changed', 'in-sync'].includes((await refreshStatus(next, images)).state),
        `step ${at}`,
      );
      assert.notEqual((await planOne(next, images)).kind, 'plan', `step ${at}`);
      const report = await pullPolicies(next, [images], {
        format: 'yaml',
        chooseOverwrite: () => Promise.resolve('cancel'),
      });
      assert.deepEqual([report.failed, report.canceled], [[], false], `step ${at}`);
      assert.equal((await policyStatus(next, images)).state, 'in-sync');
    },
  });
  assert.ok(steps > 20, 'there are steps to be killed at');
});
