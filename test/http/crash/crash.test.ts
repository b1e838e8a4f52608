import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { addRule, images, later, TestWorkspace } from '../../unit/sync/workspace.ts';
import { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { bundledChild, run, served } from './runChild.ts';

const isWhole = (work: TestWorkspace): Promise<void> =>
  // Neither in part nor unreadable: reading them again is enough.
  work.value(images).then(() => undefined);

test('killed at every step of a push: the journal is readable, files are whole, live settles it', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  const verdicts = new Set<string>();
  const seed = live.documents.get(images.name) ?? new Map();
  for (let at = 1, steps = Infinity; at <= steps; at++) {
    live.documents.set(images.name, seed);
    const work = await TestWorkspace.make(t, live);
    await work.pull([images]);
    await work.edit(images, addRule);
    live.forgetRequests();
    const ended = await run(child, work.root, url, 'push', String(at));
    if (!ended.killed) {
      assert.equal(ended.steps, at - 1);
      steps = 0;
      continue;
    }
    const applied =
      canonicalHash(images, live.documents.get(images.name) ?? new Map()) !== canonicalHash(images, seed);
    // What a dead process gave to the network may arrive for a while.
    const next = work.restarted({ clock: later });
    const recovered = await next.recover();
    assert.equal(live.puts, applied ? 1 : live.puts, 'nothing was sent again');
    assert.ok(live.puts <= 1);
    await isWhole(work);
    for (const { verdict } of recovered) {
      verdicts.add(verdict);
      assert.equal(verdict, applied ? 'applied' : 'not-applied', `step ${at}`);
    }
    const records = await next.history();
    assert.ok(records.every(({ closed, verdict }) => closed && verdict !== undefined));
    assert.equal(records.length > 0 || !applied, true, 'what was applied is in the journal');
    assert.deepEqual(await next.recover(), [], 'said once');
    const { state } = await next.refresh(images);
    assert.equal(state, applied ? 'in-sync' : 'edited', `step ${at}`);
    const plan = await next.plan(images);
    assert.equal(plan.kind, applied ? 'nothing-to-push' : 'plan');
  }
  assert.deepEqual([...verdicts].toSorted(), ['applied', 'not-applied']);
});

test('killed at every step of a pull: no part of a file, no base that the file was not made from', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  for (let at = 1, steps = Infinity; at <= steps; at++) {
    live.set(images, '{"rules":[{"name":"a","collections":[{"name":"All"}]}]}');
    const work = await TestWorkspace.make(t, live);
    await work.pull([images]);
    live.set(images, '{"rules":[{"name":"b","collections":[{"name":"All"}]},{"name":"a","collections":[]}]}');
    const ended = await run(child, work.root, url, 'pull', String(at));
    if (!ended.killed) {
      assert.ok(at > 20, 'there are steps to be killed at');
      steps = 0;
      continue;
    }
    await isWhole(work);
    const next = work.restarted();
    // The file is the old or the new live; a push would bring back neither unasked.
    assert.ok(['live-changed', 'in-sync'].includes((await next.refresh(images)).state), `step ${at}`);
    assert.notEqual((await next.plan(images)).kind, 'plan', `step ${at}`);
    const report = await next.pull([images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve('cancel'),
    });
    assert.deepEqual([report.failed, report.cancelled], [[], false], `step ${at}`);
    assert.equal((await next.status(images)).state, 'in-sync');
  }
});

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
