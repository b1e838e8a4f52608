import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRule, images, later, TestWorkspace } from '../../unit/sync/workspace.ts';
import { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { bundledChild, run, served } from './runChild.ts';
import { isWhole } from './isWhole.ts';

test('killed at every step of a restore: settled by live, and the file never takes back what was restored', async (t) => {
  const child = await bundledChild(t);
  const seen = new Set<string>();
  const killedAt = async (at: number): Promise<number> => {
    const live = new FakeConsole();
    const url = await served(t, live);
    const work = await TestWorkspace.make(t, live);
    await work.pull([images]);
    await work.edit(images, addRule);
    const { snapshot } = await work.sync.push(await work.plan(images));
    const pushed = live.names(images);
    live.forgetRequests();
    const ended = await run(child, work.root, url, 'restore', String(at), snapshot);
    assert.equal(ended.killed, at > 0);
    const next = work.restarted({ clock: later });
    const recovered = await next.recover();
    assert.ok(live.puts <= 1, 'nothing was sent again');
    await isWhole(work);
    const applied = live.names(images).length !== pushed.length;
    recovered.forEach(({ verdict }) =>
      assert.equal(verdict, applied ? 'applied' : 'not-applied', `step ${at}`),
    );
    assert.deepEqual(await next.recover(), [], 'said once');
    const { state } = await next.refresh(images);
    // Until the file follows it is made from what was live before: pulling brings it along.
    assert.ok((applied ? ['live-changed', 'in-sync'] : ['in-sync']).includes(state), `step ${at}: ${state}`);
    assert.notEqual((await next.plan(images)).kind, 'plan', `step ${at}`);
    seen.add(`${applied} ${state}`);
    return ended.steps;
  };
  const steps = await killedAt(0);
  assert.ok(steps > 40);
  let at = 0;
  const worker = async (): Promise<void> => {
    while (at < steps) {
      await killedAt(++at);
    }
  };
  await Promise.all([worker(), worker()]);
  assert.deepEqual([...seen].toSorted(), ['false in-sync', 'true in-sync', 'true live-changed']);
});
