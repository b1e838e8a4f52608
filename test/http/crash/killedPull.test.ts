import assert from 'node:assert/strict';
import { test } from 'node:test';
import { images, TestWorkspace } from '../../unit/sync/workspace.ts';
import { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { bundledChild, run, served } from './runChild.ts';
import { isWhole } from './isWhole.ts';

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
