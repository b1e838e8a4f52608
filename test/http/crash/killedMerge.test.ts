import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { isWhole } from './isWhole.ts';
import { killedAtEveryStep } from './killedAtEveryStep.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';

test('killed at every step of a merge: the file is whole, and a second merge loses nothing of either side', async (t) => {
  const seen = new Set<string>();
  const steps = await killedAtEveryStep(t, {
    what: 'merge',
    prepare: async ({ live, work }) => {
      await work.pull([images]);
      await work.edit(
        images,
        withRules(([a = new Map(), b = new Map()]) => [b, new Map([...a, ['notes', 'mine']]), rule('mine')]),
      );
      live.set(
        images,
        '{"rules":[{"name":"live","collections":[{"name":"All"}]},{"name":"a","collections":[{"name":"dev"}],"note":1.0},{"name":"b","collections":[{"name":"prod"}]}]}',
      );
      live.forgetRequests();
    },
    check: async ({ live, work }, at) => {
      await isWhole(work);
      const next = work.restarted();
      const { state } = await refreshStatus(next, images);
      assert.ok(['conflict', 'edited'].includes(state), `step ${at}: ${state}`);
      // Without the base of the merge, no plan may undo the change on the console.
      assert.equal((await planOne(next, images)).kind, state === 'edited' ? 'plan' : 'drift', `step ${at}`);
      if (state === 'conflict') {
        const merge = await mergeWithLive(next, images);
        assert.ok(merge.kind === 'merge' && merge.open.length === 0, `step ${at}`);
        await saveMerge(next, images, new Map(), merge.seen);
      }
      assert.equal(live.puts, 0);
      const outcome = await planOne(next, images);
      assert.ok(outcome.kind === 'plan');
      assert.equal((await pushOne(next, outcome.plan)).verdict, 'applied');
      assert.deepEqual(live.names(images), ['live', 'b', 'a', 'mine'], `step ${at}`);
      assert.match(live.text(images), /"dev".*"notes":"mine"/, `step ${at}`);
      seen.add(state);
    },
  });
  assert.ok(steps > 20, 'there are steps to be killed at');
  assert.deepEqual([...seen].toSorted(), ['conflict', 'edited']);
});
