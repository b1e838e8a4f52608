import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { PushOutcome, RecoveredPush } from '../../../src/core/sync/outcomes.ts';
import { lateArrivalWindowMs } from '../../../src/core/sync/journalEvent.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { addRule, images, later, pulled, rule, runtime, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { refreshStatus, policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { mergeWithLive } from '../../../src/core/sync/merge.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { evidenceOf } from '../../../src/core/sync/recordFacts.ts';
import { baseDocument } from '../../../src/core/sync/pull.ts';

const refused = Object.assign(new ExpectedError('rejected', 'locked'), { mayHaveArrived: false });

type World = Awaited<ReturnType<typeof pulled>>;

/** A push that was refused, and is on its way all the same. */
async function refusedPush(t: TestContext): Promise<World & { readonly first: PushOutcome }> {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = { when: 'late', error: refused };
  const first = await pushOne(work.sync, plan);
  assert.equal(first.verdict, 'not-applied');
  return { live, work, first };
}

function listen({ work }: World): RecoveredPush[] {
  const told: RecoveredPush[] = [];
  work.sync.settled.event((settled) => void told.push(...settled));
  return told;
}

for (const [what, look] of Object.entries<(work: World['work']) => Promise<unknown>>({
  refresh: (work) => refreshStatus(work.sync, images),
  plan: (work) => planOne(work.sync, images),
  pull: (work) => work.pull([images], { chooseOverwrite: () => Promise.resolve('keep') }),
  merge: (work) => mergeWithLive(work.sync, images),
  recover: (work) => recoverPushes(work.sync),
})) {
  test(`a refused push that is applied all the same is called applied by the next ${what}, once`, async (t) => {
    const world = await refusedPush(t);
    const { live, work, first } = world;
    const told = listen(world);
    await look(work);
    assert.deepEqual(told, [], 'nothing contradicts the verdict');
    live.arrive();
    await look(work);
    await look(work);
    assert.deepEqual(
      told.map(({ pushId, verdict, corrects }) => [pushId, verdict, corrects]),
      [[first.pushId, 'applied', 'not-applied']],
    );
    const [record] = await work.restarted().journal.all();
    assert.deepEqual(
      [record?.verdict, record?.closed, record?.corrected?.verdict],
      ['applied', true, 'not-applied'],
    );
    assert.match(record?.corrected?.reason ?? '', /locked/);
    assert.match(record?.reason ?? '', /applied late/);
    assert.equal((await policyStatus(work.restarted(), images)).state, 'in-sync');
    const { markdown } = await evidenceOf(work.sync, first.pushId);
    assert.match(markdown, /Corrected \| .* before: not applied/);
    assert.equal(live.puts, 1);
  });
}

test('another process corrects it from the journal, and a push of other content begins from what arrived', async (t) => {
  const world = await refusedPush(t);
  world.live.arrive();
  const other = world.work.restarted();
  const plan = await planOne(other, images);
  assert.equal(plan.kind, 'nothing-to-push');
  assert.equal((await other.journal.all())[0]?.verdict, 'applied');
});

test('what the same content, pushed again, did is no proof for the one that was refused', async (t) => {
  const { live, work, first } = await refusedPush(t);
  live.lose();
  const second = await pushOne(work.sync, await work.plan(images));
  assert.equal(second.verdict, 'applied');
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  const [record] = await work.sync.journal.all();
  assert.deepEqual(
    [record?.id, record?.verdict, record?.corrected],
    [first.pushId, 'not-applied', undefined],
  );
});

test('several refused pushes are rechecked by one read, without the mutex of a push', async (t) => {
  const { live, work } = await refusedPush(t);
  for (const name of ['two', 'three']) {
    await work.edit(
      images,
      withRules((rules) => [rule(name), ...rules]),
    );
    live.putFault = { when: 'before', error: refused };
    assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'not-applied');
  }
  live.forgetRequests();
  const held: number[] = [];
  live.readFault = () => {
    held.push(readdirSync(join(work.storeFolder, 'mutexes')).length);
    return undefined;
  };
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  assert.deepEqual(held, [1], 'the mutex of the recheck alone');
});

test('something else in live corrects nothing, and after the stated time nothing does', async (t) => {
  const { live, work } = await refusedPush(t);
  live.set(images, '{"rules":[]}');
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  live.arrive();
  live.forgetRequests();
  assert.deepEqual(await recoverPushes(work.restarted({ clock: later })), []);
  assert.deepEqual(live.requests, [], 'and nobody looks');
  const soon = { now: () => new Date(Date.now() + lateArrivalWindowMs - 60_000) };
  assert.deepEqual(
    (await recoverPushes(work.restarted({ clock: soon }))).map(({ corrects }) => corrects),
    ['not-applied'],
  );
});

test('a base that was moved since stays where it is when a verdict is corrected', async (t) => {
  const { live, work } = await refusedPush(t);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  await work.pull([images], { chooseOverwrite: () => Promise.resolve('overwrite') });
  const base = await baseDocument(work.sync, images);
  live.arrive();
  assert.equal((await refreshStatus(work.sync, images)).state, 'live-changed');
  assert.deepEqual(await baseDocument(work.sync, images), base);
  const [record] = await work.sync.journal.all();
  assert.equal(record?.verdict, 'applied');
});

test('that live cannot be read leaves the verdict as it is', async (t) => {
  const { live, work } = await refusedPush(t);
  live.arrive();
  live.readFault = () => new Error('down');
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  live.readFault = undefined;
  assert.equal((await recoverPushes(work.restarted())).length, 1);
});

test('a write that was lost track of for longer than was waited for is corrected when it arrives', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [rule('late'), ...rules]),
  );
  const plan = await work.plan(images);
  live.putFault = { when: 'late' };
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
  const after = work.restarted({ clock: later });
  assert.deepEqual(
    (await recoverPushes(after)).map(({ verdict }) => verdict),
    ['not-applied'],
  );
  live.arrive();
  assert.deepEqual(
    (await recoverPushes(after)).map(({ verdict, corrects }) => [verdict, corrects]),
    [['applied', 'not-applied']],
  );
});

test('what an earlier push that is still open may have done is no proof for one that was refused', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = { when: 'late' };
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
  live.putFault = { when: 'before', error: refused };
  const { pushId, verdict } = await pushOne(work.sync, await work.plan(images));
  assert.equal(verdict, 'not-applied');
  live.arrive();
  await recoverPushes(work.restarted());
  await recoverPushes(work.restarted({ clock: later }));
  const records = await work.sync.journal.all();
  const refusedOne = records.find(({ id }) => id === pushId);
  assert.deepEqual([refusedOne?.verdict, refusedOne?.corrected], ['not-applied', undefined]);
  assert.equal(records.find(({ id }) => id !== pushId)?.verdict, 'applied');
});

test('a push that was refused and applied is corrected by the reading that shows it, also of a copy that lagged behind', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  // The read-back and the next reading come from the copy.
  live.putFault = { when: 'stale', reads: 2, error: refused };
  assert.equal((await pushOne(work.sync, plan)).verdict, 'not-applied');
  const { state } = await refreshStatus(work.sync, images);
  const verdict = (await work.sync.journal.all()).at(-1)?.verdict;
  assert.deepEqual([state, verdict], ['in-sync', 'applied']);
});

test('a look at one policy reads no other, though a push of the other may still be corrected', async (t) => {
  const { live, work } = await refusedPush(t);
  live.forgetRequests();
  const sync = work.restarted();
  await planOne(sync, runtime);
  await refreshStatus(sync, images);
  assert.deepEqual(live.requests, [`GET ${runtime.name}`, `GET ${images.name}`]);
});

test('refused pushes of two policies that are applied all the same are both corrected by one look', async (t) => {
  const { live, work } = await refusedPush(t);
  await work.edit(runtime, addRule);
  const plan = await work.plan(runtime);
  live.putFault = { when: 'late', error: refused };
  assert.equal((await pushOne(work.sync, plan)).verdict, 'not-applied');
  live.arrive();
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ ref, verdict }) => [ref.policy, verdict]),
    [images, runtime].map(({ name }) => [name, 'applied']),
  );
});

test('the same bytes for another policy are not the same push again', async (t) => {
  const { live, work } = await pulled(t);
  const wipe = async (kind: PolicyKind): Promise<PushOutcome> => {
    await work.edit(
      kind,
      withRules(() => []),
    );
    return pushOne(work.sync, await work.plan(kind), {
      confirmed: { 'empties-policy': [kind.name], 'many-removed': ['a', 'b'] },
    });
  };
  live.putFault = { when: 'late', error: refused };
  assert.equal((await wipe(images)).verdict, 'not-applied');
  assert.equal((await wipe(runtime)).verdict, 'applied');
  live.arrive();
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ ref, verdict }) => [ref.policy, verdict]),
    [[images.name, 'applied']],
  );
});
