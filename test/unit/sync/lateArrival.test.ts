import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { pausesMs } from '../../../src/core/sync/sendAndReadBack.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { addRule, images, isCode, later, planOf, pulled, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { policyStatus, refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { mergeWithLive } from '../../../src/core/sync/merge.ts';

const lost = new ExpectedError('timeout', 'The console did not answer in time.');
const refused = Object.assign(new ExpectedError('rejected', 'no'), { mayHaveArrived: false });
const another = withRules((rules) => [rule('another'), ...rules]);

/** A workspace whose push was not answered, and is on its way. */
async function withOpenPush(
  t: Parameters<typeof pulled>[0],
): Promise<Awaited<ReturnType<typeof pulled>> & { readonly first: PushOutcome }> {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = { when: 'late', error: lost };
  const first = await pushOne(work.sync, plan);
  return { live, work, first };
}

test('a write that is applied after every reading but the last is seen, and is no push that was not applied', async (t) => {
  // The plan and the push read live once each.
  for (let reading = 1; reading <= pausesMs.length + 1; reading++) {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    live.putFault = { when: 'late', error: lost, atRead: reading };
    const { verdict, mayArriveUntil } = await pushOne(work.sync, plan);
    assert.deepEqual([verdict, mayArriveUntil], ['applied', undefined], `reading ${reading}`);
    assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
    assert.equal(live.puts, 1);
  }
});

test('success proves nothing: what is applied later, or read from a copy that lags behind, is waited for', async (t) => {
  const last = pausesMs.length + 1;
  for (const fault of [
    { when: 'late', atRead: 2 },
    { when: 'late', atRead: last },
    { when: 'stale', reads: 1 },
    { when: 'stale', reads: last - 1 },
  ] as const) {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    live.putFault = fault;
    const { verdict, mayArriveUntil } = await pushOne(work.sync, plan);
    assert.deepEqual([verdict, mayArriveUntil], ['applied', undefined], JSON.stringify(fault));
  }
  for (const fault of [{ when: 'late' }, { when: 'stale', reads: last }] as const) {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    live.putFault = fault;
    const { verdict, mayArriveUntil } = await pushOne(work.sync, plan);
    assert.equal(verdict, 'unknown', fault.when);
    assert.ok(mayArriveUntil);
    live.arrive();
    assert.deepEqual(
      (await recoverPushes(work.restarted())).map((one) => one.verdict),
      ['applied'],
    );
    assert.equal((await policyStatus(work.restarted(), images)).state, 'in-sync');
  }
});

test("somebody else's write after success does not hide that ours may follow", async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = { when: 'late' };
  live.beforeRead = (count) =>
    count === 3 && live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
  live.arrive();
  const [settled] = await recoverPushes(work.restarted());
  assert.equal(settled?.verdict, 'applied');
});

test('live is read back over the stated time, with growing pauses', async (t) => {
  const waited: number[] = [];
  const pause = (ms: number): Promise<void> => Promise.resolve(void waited.push(ms));
  for (const [answer, fault, readings] of [
    ['open', { when: 'before', error: lost }, 7],
    ['done', 'silent', 7],
    ['refused', { when: 'before', error: refused }, 1],
  ] as const) {
    const { live, work } = await pulled(t, { pause });
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    live.putFault = fault;
    live.forgetRequests();
    waited.length = 0;
    await pushOne(work.sync, plan);
    assert.deepEqual(waited, answer === 'refused' ? [] : pausesMs, answer);
    assert.deepEqual(
      waited,
      waited.toSorted((a, b) => a - b),
    );
    assert.equal(live.requests.filter((one) => one.startsWith('GET vul')).length, readings + 1);
  }
});

test('while it may arrive the verdict is unknown and the journal open; any later look settles it, and tells', async (t) => {
  type Work = Awaited<ReturnType<typeof pulled>>['work'];
  const looks: Readonly<Record<string, (work: Work) => Promise<unknown>>> = {
    refresh: (work) => refreshStatus(work.sync, images),
    plan: (work) => planOne(work.sync, images),
    pull: (work) => work.pull([images], { chooseOverwrite: () => Promise.resolve('keep') }),
    merge: (work) => mergeWithLive(work.sync, images),
    recover: (work) => recoverPushes(work.sync),
  };
  for (const [what, look] of Object.entries(looks)) {
    const { live, work, first } = await withOpenPush(t);
    const told: string[] = [];
    work.sync.settled.event((settled) => told.push(...settled.map(({ verdict }) => verdict)));
    assert.equal(first.verdict, 'unknown', what);
    assert.ok(first.mayArriveUntil && first.mayArriveUntil > new Date());
    assert.equal((await work.sync.journal.all())[0]?.closed, false);
    await look(work);
    assert.deepEqual(told, [], `${what}: nothing is known yet`);
    live.arrive();
    const toldAtChanges: number[] = [];
    work.sync.changed.event(() => toldAtChanges.push(told.length));
    await look(work);
    assert.deepEqual(told, ['applied'], what);
    assert.ok(toldAtChanges.includes(1), `${what}: a change is told when it is settled, too`);
    assert.equal((await refreshStatus(work.sync, images)).state, 'in-sync', what);
    const [record] = await work.sync.journal.all();
    assert.deepEqual([record?.verdict, record?.closed], ['applied', true], what);
    assert.equal(live.puts, 1);
  }
});

test('when nothing can be on its way any more, what live says settles it', async (t) => {
  for (const [set, verdict] of [
    [undefined, 'not-applied'],
    ['{"rules":[]}', 'foreign-change'],
  ] as const) {
    const { live, work, first } = await withOpenPush(t);
    if (set) {
      live.set(images, set);
      // Somebody else's write does not prove that ours will not follow.
      assert.equal((await recoverPushes(work.restarted()))[0]?.verdict, 'unknown');
    }
    const [settled] = await recoverPushes(work.restarted({ clock: later }));
    assert.deepEqual([settled?.pushId, settled?.verdict], [first.pushId, verdict]);
    assert.deepEqual(await recoverPushes(work.restarted()), []);
  }
});

test('a push that arrived and was undone before anybody looked is not called not applied', async (t) => {
  const { live, work } = await withOpenPush(t);
  const before = await work.sync.store.get((await work.sync.journal.all())[0]?.snapshot ?? '');
  live.arrive();
  live.set(images, before ?? '');
  const [settled] = await recoverPushes(work.restarted({ clock: later }));
  assert.equal(settled?.verdict, 'unknown');
  assert.match(settled.reason ?? '', /may have been applied and undone/);
  const [record] = await work.sync.journal.all();
  assert.deepEqual([record?.verdict, record?.closed], ['unknown', true]);
});

test('that somebody else wrote is no verdict while what was sent may follow, also right after the PUT', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = { when: 'late', error: lost };
  live.beforeRead = (count) => count === 3 && live.set(images, '{"rules":[]}');
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
  live.arrive();
  const [settled] = await recoverPushes(work.restarted());
  assert.equal(settled?.verdict, 'applied');
  assert.match(settled.reason ?? '', /applied late and overwrote newer changes/);
});

test('another push while one may arrive looks first, says so, and goes on only when that was confirmed', async (t) => {
  const { live, work, first } = await withOpenPush(t);
  const before = await work.plan(images);
  assert.equal(before.earlier, undefined, 'the very same takes nothing back');
  await work.edit(images, another);
  const plan = await work.plan(images);
  assert.deepEqual(
    plan.earlier?.map(({ pushId }) => pushId),
    [first.pushId],
  );
  await assert.rejects(pushOne(work.sync, plan), isCode('may-still-arrive'));
  assert.equal(live.puts, 1);
  const second = await pushOne(work.sync, plan, { confirmed: { 'may-still-arrive': [first.pushId] } });
  assert.equal(second.verdict, 'applied');
  live.arrive();
  const told: string[] = [];
  work.sync.settled.event((settled) => told.push(...settled.map(({ verdict }) => verdict)));
  assert.equal(
    (await refreshStatus(work.sync, images)).state,
    'live-changed',
    'the later push was taken back',
  );
  assert.deepEqual(told, ['applied']);
});

test('a plan of another window, made before a push became unresolved, needs the confirmation, too', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const first = await work.plan(images);
  await work.edit(images, another);
  const other = work.restarted();
  const plan = planOf(await planOne(other, images));
  live.putFault = { when: 'late', error: new Error('cut') };
  assert.equal((await pushOne(work.sync, first)).verdict, 'unknown');
  assert.equal(plan.earlier, undefined);
  await assert.rejects(pushOne(other, plan), isCode('may-still-arrive'));
  assert.equal(live.puts, 1);
});

test("a push that arrived before the next one is planned is settled by its look, and stands in nobody's way", async (t) => {
  const { live, work } = await withOpenPush(t);
  await work.edit(images, another);
  live.arrive();
  const plan = await work.plan(images);
  assert.equal(plan.earlier, undefined);
  assert.equal(plan.counts.added, 1);
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
});

test('the same sent again does not settle the first: it may still arrive over what follows', async (t) => {
  const { live, work, first } = await withOpenPush(t);
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'applied');
  const open = async (): Promise<string[]> =>
    (await recoverPushes(work.restarted())).map(({ pushId }) => pushId);
  assert.deepEqual(await open(), [first.pushId]);
  await work.edit(images, another);
  assert.equal((await work.plan(images)).earlier?.[0]?.pushId, first.pushId);
  assert.equal(live.puts, 2);
  const [settled] = await recoverPushes(work.restarted({ clock: later }));
  assert.equal(settled?.verdict, 'applied');
});

test('an answer that says that the console is not done yet leaves it open', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  Object.assign(live, { replace: () => Promise.resolve('accepted') });
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
});

test('a deletion of all rules that arrived is known by the journal, also when the console keeps other members', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules(() => []),
  );
  const plan = await work.plan(images);
  live.putFault = { when: 'late', error: lost };
  await pushOne(work.sync, plan, { confirmed: { 'empties-policy': [images.name] } });
  live.arrive();
  live.documents.set(images.name, new Map([...(live.documents.get(images.name) ?? []), ['kept', 'by it']]));
  assert.equal((await recoverPushes(work.restarted()))[0]?.verdict, 'applied');
});

test('a removal that shows nothing, beside an addition of a colleague, is unknown', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => rules.slice(0, -1)),
  );
  const plan = await work.plan(images);
  live.putFault = { when: 'late' };
  live.beforeWrite = () => {
    const now = live.documents.get(images.name) ?? new Map();
    live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(now));
  };
  const { verdict } = await pushOne(work.sync, plan);
  assert.deepEqual([verdict, live.names(images)], ['unknown', ['a', 'b', 'theirs']]);
});

test('one of two removals that live shows after success is proof that the push was looked at', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('c'), rule('d')]),
  );
  await pushOne(work.sync, await work.plan(images));
  await work.edit(
    images,
    withRules((rules) => rules.slice(0, -2)),
  );
  const plan = await work.plan(images);
  live.forgetRequests();
  live.beforeRead = (count) => {
    if (count === 2) {
      const now = live.documents.get(images.name) ?? new Map();
      live.documents.set(images.name, withRules((rules) => [...rules, rule('d')])(now));
    }
  };
  const { verdict, mayArriveUntil } = await pushOne(work.sync, plan);
  assert.deepEqual([verdict, mayArriveUntil], ['foreign-change', undefined]);
});

test('live as it was before is no proof that the console dropped the one field of a push', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules(([first = new Map(), ...rest]) => [new Map([...first, ['owners', 'x']]), ...rest]),
  );
  const plan = await work.plan(images);
  live.putFault = { when: 'late', error: new Error('timeout') };
  const { verdict, consoleEdits } = await pushOne(work.sync, plan);
  assert.deepEqual([verdict, consoleEdits], ['unknown', undefined]);
  live.arrive();
  assert.equal((await recoverPushes(work.restarted()))[0]?.verdict, 'applied');
});
