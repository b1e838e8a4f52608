import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRule, images, later } from '../../unit/sync/workspace.ts';
import { isWhole } from './isWhole.ts';
import { killedAtEveryStep } from './killedAtEveryStep.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';

test('killed at every step of a restore: settled by live, and the file never takes back what was restored', async (t) => {
  const seen = new Set<string>();
  const steps = await killedAtEveryStep(t, {
    what: 'restore',
    prepare: async ({ live, work }) => {
      await work.pull([images]);
      await work.edit(images, addRule);
      const { snapshot } = await pushOne(work.sync, await work.plan(images));
      live.forgetRequests();
      return { about: [snapshot], pushed: live.names(images) };
    },
    about: ({ about }) => about,
    check: async ({ live, work }, at, { pushed }) => {
      const next = work.restarted({ clock: later });
      const recovered = await recoverPushes(next);
      assert.ok(live.puts <= 1, 'nothing was sent again');
      await isWhole(work);
      const applied = live.names(images).length !== pushed.length;
      recovered.forEach(({ verdict }) =>
        assert.equal(verdict, applied ? 'applied' : 'not-applied', `step ${at}`),
      );
      assert.deepEqual(await recoverPushes(next), [], 'said once');
      const { state } = await refreshStatus(next, images);
      // Until the file follows it is made from what was live before: pulling brings it along.
      assert.ok(
        (applied ? ['live-changed', 'in-sync'] : ['in-sync']).includes(state),
        `step ${at}: ${state}`,
      );
      assert.notEqual((await planOne(next, images)).kind, 'plan', `step ${at}`);
      seen.add(`${applied} ${state}`);
    },
  });
  assert.ok(steps > 40);
  assert.deepEqual([...seen].toSorted(), ['false in-sync', 'true in-sync', 'true live-changed']);
});
