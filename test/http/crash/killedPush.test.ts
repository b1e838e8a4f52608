import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { addRule, images, later } from '../../unit/sync/workspace.ts';
import { isWhole } from './isWhole.ts';
import { killedAtEveryStep } from './killedAtEveryStep.ts';
import { planOne } from '../../unit/sync/planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';

test('killed at every step of a push: the journal is readable, files are whole, live settles it', async (t) => {
  const verdicts = new Set<string>();
  const steps = await killedAtEveryStep(t, {
    what: 'push',
    prepare: async ({ live, work }) => {
      const seed = canonicalHash(images, live.documents.get(images.name) ?? new Map());
      await work.pull([images]);
      await work.edit(images, addRule);
      live.forgetRequests();
      return seed;
    },
    check: async ({ live, work }, at, seed) => {
      const applied = canonicalHash(images, live.documents.get(images.name) ?? new Map()) !== seed;
      // What a dead process gave to the network may arrive for a while.
      const next = work.restarted({ clock: later });
      const recovered = await recoverPushes(next);
      assert.equal(live.puts, applied ? 1 : live.puts, 'nothing was sent again');
      assert.ok(live.puts <= 1);
      await isWhole(work);
      for (const { verdict } of recovered) {
        verdicts.add(verdict);
        assert.equal(verdict, applied ? 'applied' : 'not-applied', `step ${at}`);
      }
      const records = await next.journal.all();
      assert.ok(records.every(({ closed, verdict }) => closed && verdict !== undefined));
      assert.equal(records.length > 0 || !applied, true, 'what was applied is in the journal');
      assert.deepEqual(await recoverPushes(next), [], 'said once');
      const { state } = await refreshStatus(next, images);
      assert.equal(state, applied ? 'in-sync' : 'edited', `step ${at}`);
      const plan = await planOne(next, images);
      assert.equal(plan.kind, applied ? 'nothing-to-push' : 'plan');
    },
  });
  assert.ok(steps > 20, 'there are steps to be killed at');
  assert.deepEqual([...verdicts].toSorted(), ['applied', 'not-applied']);
});
