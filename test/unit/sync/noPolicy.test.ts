import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExpected } from '../../../src/core/util/errors.ts';
import { FakeConsole } from './fakeConsole.ts';
import { addRule, images, TestWorkspace } from './workspace.ts';
import { mergeWithLive } from '../../../src/core/sync/merge.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';

/** A console whose next answers are these texts, whatever it holds. */
class Odd extends FakeConsole {
  answer: string | undefined;

  override async read(...asked: Parameters<FakeConsole['read']>): Promise<string> {
    const real = await super.read(...asked);
    return this.answer ?? real;
  }
}

const isNoPolicy = (error: unknown): boolean => isExpected(error) && error.code === 'not-a-policy';

for (const answer of [
  '{"err":"token expired"}',
  '{"message":"ok"}',
  '{"policyType":"containerVulnerability","rules":{}}',
  '{"rules":"none"}',
  '{"rules":0}',
]) {
  test(`no pull and no merge takes rules away for an answer that is no policy: ${answer}`, async (t) => {
    const live = new Odd();
    const work = await TestWorkspace.make(t, live);
    await work.pull([images]);
    const pulled = await work.text(images);
    live.answer = answer;
    const { failed, written } = await work.pull([images]);
    assert.deepEqual([failed.map(({ error }) => isNoPolicy(error)), written], [[true], []]);
    assert.equal(await work.text(images), pulled);

    await work.edit(images, addRule);
    const edited = await work.text(images);
    await assert.rejects(mergeWithLive(work.sync, images, new Map()), isNoPolicy);
    assert.equal(await work.text(images), edited);

    live.answer = undefined;
    assert.equal((await refreshStatus(work.restarted(), images)).state, 'edited');
  });
}

test('what a console may answer for a policy nobody has written is one: nothing, and one without rules', async (t) => {
  const live = new Odd();
  const work = await TestWorkspace.make(t, live);
  for (const answer of ['null', '{}', '{"rules":null}', '{"_id":"containerVulnerability"}', '{"rules":[]}']) {
    live.answer = answer;
    assert.deepEqual((await work.pull([images])).failed, [], answer);
  }
});
