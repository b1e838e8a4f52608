import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { SyncContext } from '../../../src/core/sync/syncContext.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { recordOf } from '../../../src/core/sync/journalEvent.ts';
import { Journal, JournalEntry } from '../../../src/core/sync/store/journal.ts';
import { Mutexes, policyMutex } from '../../../src/core/sync/store/mutexes.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { addRule, images, later, planOf, pulled, runtime, withRules } from './workspace.ts';
import { testDestination } from './testDestination.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';

test('a push that stopped anywhere is settled at the next start by reading live', async (t) => {
  const { live, work } = await pulled(t);
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  const baseBefore = await readFile(lock, 'utf8');
  const before = live.text(images);
  await work.edit(images, addRule);
  await pushOne(work.sync, await work.plan(images));
  const after = live.text(images);
  const folder = path.join(work.storeFolder, 'journal', 'test');
  const [name = ''] = await readdir(folder);
  const journal = await readFile(path.join(folder, name), 'utf8');
  const sendingAt = journal.indexOf('{"event":"sending"');
  assert.ok(sendingAt > 0);

  const openedAt = journal.indexOf('}\n');
  const cuts = [...journal.matchAll(/\n/g)].flatMap(({ index }) => [index, index + 1, index + 12]);
  for (const cut of cuts.filter((at) => at > openedAt && at < journal.length)) {
    for (const holds of ['before', 'after', 'other'] as const) {
      const part = journal.slice(0, cut);
      const record = recordOf(part);
      const sent = record?.sent === true;
      // Before the line that says so nothing was sent, so live cannot be `after` by this push.
      if (!record || record.closed || (!sent && holds === 'after')) {
        continue;
      }
      // As it was answered: a write would have left its time.
      const text = { before, after, other: '{"rules":[]}' }[holds];
      live.documents.set(images.name, asObject(parseJson(text)));
      await writeFile(path.join(folder, name), part);
      await writeFile(lock, baseBefore);
      live.forgetRequests();

      const restarted: SyncContext = work.restarted({ clock: later });
      const [settled, ...others] = await recoverPushes(restarted);
      const found = { before: 'not-applied', after: 'applied', other: 'foreign-change' } as const;
      // What was proved once stays, whatever live says later.
      const verdict = sent ? (record.verdict ?? found[holds]) : 'not-applied';
      assert.equal(settled?.verdict, verdict, `${holds} at ${cut}`);
      assert.equal(settled?.pushId, record.id);
      assert.deepEqual(others, []);
      assert.equal(live.puts, 0);
      assert.deepEqual(await recoverPushes(restarted), []);
      const [entry] = await restarted.journal.all();
      assert.deepEqual([entry?.verdict, entry?.closed], [verdict, true]);
      const state = (await policyStatus(work.restarted(), images)).state;
      assert.equal(state, verdict === 'applied' && holds === 'after' ? 'in-sync' : 'edited');
    }
  }
});

test('a look that read live and could not keep what it found says so, and is wanted again', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const [sending = ''] = /^[^]*"event":"sending".*\n/.exec(await readFile(file, 'utf8')) ?? [];
  await writeFile(file, sending);
  const restarted = work.restarted({ clock: later });
  const full = t.mock.method(JournalEntry.prototype, 'append', async () => {
    throw new ExpectedError('no-space', 'The disk is full.');
  });
  const [found] = await recoverPushes(restarted);
  const { reason, isOpen, isFailed } = found ?? {};
  const expected = ['Could not save the live policy: The disk is full.', true, true];
  assert.deepEqual([reason, isOpen, isFailed], expected);
  full.mock.restore();
  assert.equal((await recoverPushes(restarted))[0]?.verdict, 'applied');
});

test('a journal cut at any byte is readable as far as it goes', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const folder = path.join(work.storeFolder, 'journal', 'test');
  const journal = await readFile(path.join(folder, `${pushId}.jsonl`), 'utf8');
  let seen: string[] = [];
  for (let cut = 0; cut <= journal.length; cut++) {
    const record = recordOf(journal.slice(0, cut));
    const now = record ? Object.keys(record).filter((key) => record[key as keyof typeof record]) : [];
    assert.ok(
      seen.every((key) => now.includes(key)),
      `at ${cut}`,
    );
    seen = now;
  }
  assert.ok(['snapshot', 'sent', 'after', 'verdict', 'closed'].every((key) => seen.includes(key)));
});

test('a line added behind an unfinished one is read', () => {
  const at = new Date(0).toISOString();
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, renamed: 0 };
  const texts = {
    id: 'x',
    at,
    console: 'test',
    policy: 'cnns/network',
    destination: testDestination,
    live: '',
    next: '',
    body: '',
    document: '',
  };
  const opened = JSON.stringify({ event: 'opened', version: 1, ...texts, counts });
  const record = recordOf(
    `\n${opened}\n\n{"event":"sen\n{"event":"closed","at":"${at}"}\n{"event":"from the future"}\n`,
  );
  assert.deepEqual([record?.id, record?.sent, record?.closed], ['x', false, true]);
  assert.equal(recordOf('{"event":"closed"}\nnull\n7\n'), undefined);
});

test('a push of another living process, which holds its mutex, is left to it', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  await pushOne(work.sync, await work.plan(images));
  const folder = path.join(work.storeFolder, 'journal', 'test');
  const [name = ''] = await readdir(folder);
  const journal = await readFile(path.join(folder, name), 'utf8');
  const open = journal.slice(0, journal.indexOf('{"event":"answered"'));
  await writeFile(path.join(folder, name), open);
  const held = await new Mutexes(work.storeFolder).tryTake(policyMutex('test', images.name));
  assert.ok(held);
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  await held.release();
  assert.equal((await recoverPushes(work.restarted())).length, 1);
});

test('when live cannot be read the push stays open for the next start', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.readFault = (count) => (count > 2 ? new Error('down') : undefined);
  await pushOne(work.sync, plan);
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ verdict, reason }) => [verdict, reason]),
    [['unknown', 'Could not read the live policy: down']],
  );
  live.readFault = undefined;
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ verdict }) => verdict),
    ['applied'],
  );
});

test('a base that was pulled since the push is not moved back', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.readFault = (count) => (count === 3 ? new Error('down') : undefined);
  await pushOne(work.sync, plan);
  const sent = live.text(images);
  live.set(images, '{"rules":[]}');
  // By another process, which does not know of the push.
  await pullPolicies(work.restarted(), [images], {
    format: 'yaml',
    chooseOverwrite: () => Promise.resolve('overwrite'),
  });
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  const base = await readFile(lock, 'utf8');
  live.set(images, sent);
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ verdict }) => verdict),
    ['applied'],
  );
  assert.equal(await readFile(lock, 'utf8'), base);
});

test('a copy of the store without the journal has nothing to settle', async (t) => {
  const { work } = await pulled(t);
  await cp(work.storeFolder, `${work.storeFolder}2`, { recursive: true });
  await rm(work.storeFolder, { recursive: true });
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  assert.deepEqual(await work.restarted().journal.all(), []);
});

test('a verdict that was proved stays, whatever live says when its record is closed', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const journal = await readFile(file, 'utf8');
  // A loss of power takes the lines behind the verdict, which is durable.
  await writeFile(file, journal.slice(0, journal.indexOf('{"event":"closed"')));
  const before = (await work.sync.store.get((await work.sync.journal.all())[0]?.snapshot ?? '')) ?? '';
  live.documents.set(images.name, asObject(parseJson(before)));
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ verdict }) => verdict),
    ['applied'],
  );
  const [record] = await work.sync.journal.all();
  assert.deepEqual([record?.verdict, record?.closed], ['applied', true]);
});

for (const [what, now] of [
  ['has no rules', '{"rules":[]}'],
  [
    'lost a field that the console does not know',
    '{"rules":[{"name":"a","collections":[{"name":"All"}],"note":1},{"name":"b","collections":[{"name":"prod"}]},{"name":"added","collections":[{"name":"All"}]}]}',
  ],
] as const) {
  test(`a push that another process ended since the journal was read keeps its verdict where live ${what}`, async (t) => {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    await work.edit(runtime, (document) =>
      addRule(withRules(([a, b]) => [new Map([...a!, ['owners', 'x']]), b!])(document)),
    );
    // One that is open, so that the look takes its time before it comes to the other.
    live.putFault = { when: 'late', error: new Error('timeout') };
    assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'unknown');
    const sending = Promise.withResolvers<undefined>();
    const mayApply = Promise.withResolvers<undefined>();
    live.beforeWrite = () => {
      sending.resolve(undefined);
      return mayApply.promise;
    };
    const other = work.restarted();
    const pushing = pushOne(other, planOf(await planOne(other, runtime)));
    await sending.promise;

    const looking = Promise.withResolvers<undefined>();
    const mayLook = Promise.withResolvers<undefined>();
    live.beforeRead = () => {
      live.beforeRead = undefined;
      looking.resolve(undefined);
      return mayLook.promise;
    };
    const recovering = recoverPushes(work.sync);
    await looking.promise;
    mayApply.resolve(undefined);
    const { pushId, verdict } = await pushing;
    assert.equal(verdict, 'applied');
    live.set(runtime, now);
    mayLook.resolve(undefined);

    assert.deepEqual(
      (await recovering).filter((one) => one.pushId === pushId),
      [],
    );
    const record = (await work.sync.journal.all()).find(({ id }) => id === pushId);
    assert.deepEqual([record?.verdict, record?.closed, record?.corrected], ['applied', true, undefined]);
  });
}

test('a push that was answered and told as unknown is no interrupted one when it is settled', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = 'silent';
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
  const [settled] = await recoverPushes(work.restarted({ clock: later }));
  assert.equal(settled?.isOpen, false);
  assert.equal(settled?.hadEnded, true);
});

/** A push of two policies each of which was applied without an answer, as after a crash; the first one is of `images`. */
async function twoOpen(t: TestContext) {
  const { live, work } = await pulled(t);
  const journals: string[] = [];
  for (const kind of [images, runtime]) {
    await work.edit(kind, addRule);
    const { pushId } = await pushOne(work.sync, await work.plan(kind));
    journals.push(path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`));
  }
  for (const file of journals) {
    const [sending = ''] = /^[^]*"event":"sending".*\n/.exec(await readFile(file, 'utf8')) ?? [];
    await writeFile(file, sending);
  }
  live.forgetRequests();
  return { live, work };
}

test('a look at one policy settles the open push of that policy alone', async (t) => {
  const { live, work } = await twoOpen(t);
  const sync = work.restarted({ clock: later });
  const settled: string[] = [];
  sync.settled.event((pushes) => void settled.push(...pushes.map(({ ref }) => ref.policy)));
  await planOne(sync, runtime);
  assert.deepEqual(settled, [runtime.name]);
  assert.ok(!live.requests.includes(`GET ${images.name}`), live.requests.join());
  const records = await sync.journal.all();
  assert.deepEqual(
    records.map(({ policy, closed }) => [policy, closed]),
    [
      [images.name, false],
      [runtime.name, true],
    ],
  );
  assert.deepEqual(
    (await recoverPushes(sync)).map(({ ref, verdict, hadEnded }) => [ref.policy, verdict, hadEnded]),
    [[images.name, 'applied', undefined]],
  );
});

test('a later push of another policy is no later push of this one', async (t) => {
  const { live, work } = await twoOpen(t);
  live.set(images, '{"rules":[]}');
  const looked = await recoverPushes(work.restarted({ clock: later }));
  const { verdict, reason = '' } = looked.find(({ ref }) => ref.policy === images.name) ?? {};
  assert.equal(verdict, 'foreign-change');
  assert.doesNotMatch(reason, /pushed again/);
});

test('a look closes every journal that it opened', async (t) => {
  const { live, work } = await twoOpen(t);
  const opened = t.mock.method(Journal.prototype, 'reopen');
  const closed = t.mock.method(JournalEntry.prototype, 'close');
  await recoverPushes(work.restarted({ clock: later }));
  assert.deepEqual([opened.mock.callCount(), closed.mock.callCount()], [2, 2]);
  const refused = Object.assign(new ExpectedError('rejected', 'locked'), { mayHaveArrived: false });
  await work.edit(
    images,
    withRules((rules) => rules.slice(1)),
  );
  const plan = await work.plan(images);
  live.putFault = { when: 'late', error: refused };
  await pushOne(work.sync, plan);
  live.arrive();
  opened.mock.resetCalls();
  closed.mock.resetCalls();
  const [corrected] = await recoverPushes(work.restarted());
  assert.equal(corrected?.corrects, 'not-applied');
  assert.deepEqual([opened.mock.callCount(), closed.mock.callCount()], [1, 1]);
});
