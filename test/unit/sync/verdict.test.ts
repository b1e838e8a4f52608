import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { CanceledError, ExpectedError, isExpected } from '../../../src/core/util/errors.ts';
import type { FakeConsole } from './fakeConsole.ts';
import { addRule, images, isCode, later, pulled, runtime, TestWorkspace } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

const lost = new ExpectedError('timeout', 'The console did not answer in time.');
const refused = Object.assign(new ExpectedError('rejected', 'invalid effect in rule "added"'), {
  mayHaveArrived: false,
});

for (const [what, arrange, verdict, reason] of [
  [
    'an error before it is applied',
    (live: FakeConsole) => (live.putFault = { when: 'before', error: lost }),
    'unknown',
    /may still be applied.*did not answer/,
  ],
  [
    'an error after it is applied',
    (live: FakeConsole) => (live.putFault = { when: 'after', error: lost }),
    'applied',
    undefined,
  ],
  [
    'a refusal',
    (live: FakeConsole) => (live.putFault = { when: 'before', error: refused }),
    'not-applied',
    /invalid effect/,
  ],
  [
    'success without an effect',
    (live: FakeConsole) => (live.putFault = 'silent'),
    'unknown',
    /may still be applied.*still has/,
  ],
  [
    'a foreign write right after',
    (live: FakeConsole) => (live.beforeRead = (count) => count === 3 && live.set(images, '{"rules":[]}')),
    'unknown',
    /may still be applied.*neither/,
  ],
  [
    'a foreign write right before',
    (live: FakeConsole) => (live.beforeWrite = () => live.set(images, '{"rules":[]}')),
    'applied',
    undefined,
  ],
  [
    'a foreign write and a refusal',
    (live: FakeConsole) => {
      live.beforeWrite = () => live.set(images, '{"rules":[]}');
      live.putFault = { when: 'before', error: refused };
    },
    'foreign-change',
    /neither.*invalid effect/,
  ],
  [
    'part of the rules only',
    (live: FakeConsole) => (live.beforeWrite = () => live.collections.delete('prod')),
    'foreign-change',
    /neither.*dropped.*rule "b" \(collection "prod"\)/,
  ],
  [
    'a read-back that fails',
    (live: FakeConsole) => (live.readFault = (count) => (count === 3 ? lost : undefined)),
    'unknown',
    /Could not confirm/,
  ],
] as const) {
  test(`a push ends in one recorded verdict and one PUT: ${what}`, async (t) => {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    arrange(live);
    const outcome = await pushOne(work.sync, plan);
    assert.equal(outcome.verdict, verdict);
    assert.equal(live.puts, 1);
    if (reason) {
      assert.match(outcome.reason ?? '', reason);
    } else {
      assert.equal(outcome.reason, undefined);
    }
    const [record, ...others] = await work.restarted().journal.all();
    assert.deepEqual(others, []);
    assert.deepEqual([record?.id, record?.verdict, record?.sent], [outcome.pushId, verdict, true]);
    assert.equal(record?.closed, verdict !== 'unknown');
    assert.equal(
      (await policyStatus(work.restarted(), images)).state,
      verdict === 'applied' ? 'in-sync' : 'edited',
    );
  });
}

test('an unknown verdict is settled later by reading live, never by sending', async (t) => {
  for (const applied of [true, false]) {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    live.putFault = { when: applied ? 'after' : 'before', error: lost };
    live.readFault = (count) => (count === 3 ? lost : undefined);
    const { pushId } = await pushOne(work.sync, plan);
    const [settled] = await recoverPushes(work.sync);
    assert.deepEqual([settled?.pushId, settled?.verdict], [pushId, applied ? 'applied' : 'unknown']);
    const after = work.restarted({ clock: later });
    assert.deepEqual(
      (await recoverPushes(after)).map(({ verdict }) => verdict),
      applied ? [] : ['not-applied'],
    );
    assert.equal(live.puts, 1);
    assert.equal((await policyStatus(work.sync, images)).state, applied ? 'in-sync' : 'edited');
    assert.deepEqual(await recoverPushes(work.restarted()), []);
  }
});

test('once the PUT has begun, canceling does not hide the verdict', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const controller = new AbortController();
  live.beforeWrite = () => controller.abort();
  assert.equal((await pushOne(work.sync, plan, { signal: controller.signal })).verdict, 'applied');
});

test('canceled before the PUT, nothing is sent', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const controller = new AbortController();
  await assert.rejects(
    pushOne(work.sync, plan, {
      signal: controller.signal,
      onStep: (step) => step === 'saving-snapshot' && controller.abort(),
    }),
    CanceledError,
  );
  assert.equal(live.puts, 0);
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
});

test('one policy is pushed once at a time', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const results = await Promise.allSettled([pushOne(work.sync, plan), pushOne(work.sync, plan)]);
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(live.puts, 1);
});

test('two different policies are pushed side by side', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  await work.edit(runtime, addRule);
  const plans = [await work.plan(images), await work.plan(runtime)];
  const outcomes = await Promise.all(plans.map((plan) => pushOne(work.sync, plan)));
  assert.deepEqual(
    outcomes.map(({ verdict }) => verdict),
    ['applied', 'applied'],
  );
  assert.equal(live.puts, 2);
  const fresh = work.restarted();
  assert.deepEqual(
    [(await policyStatus(fresh, images)).state, (await policyStatus(fresh, runtime)).state],
    ['in-sync', 'in-sync'],
  );
});

test('what cannot be recorded after the PUT does not hide the verdict, and is recorded at the next start', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  const before = await readFile(lock, 'utf8');
  const replace = live.replace.bind(live);
  live.replace = async (kind, body) => {
    await replace(kind, body);
    await rm(lock);
    await mkdir(lock);
  };
  const outcome = await pushOne(work.sync, plan);
  assert.equal(outcome.verdict, 'applied');
  assert.match(outcome.reason ?? '', /could be recorded/);
  await rm(lock, { recursive: true });
  await writeFile(lock, before);
  const [record] = await work.sync.journal.all();
  assert.deepEqual([record?.verdict, record?.closed], ['applied', false]);
  assert.deepEqual(
    (await recoverPushes(work.restarted())).map(({ verdict }) => verdict),
    ['applied'],
  );
  assert.equal((await policyStatus(work.restarted(), images)).state, 'in-sync');
  assert.equal(live.puts, 1);
});

for (const [what, place] of [
  ['store', '.ordinance'],
  ['policy folder', 'policies/test'],
] as const) {
  test(`a ${what} that cannot be written is found before anything is sent`, async (t) => {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    const outside = await TestWorkspace.make(t, live);
    const target = path.join(work.root, place);
    const moved = path.join(outside.root, 'moved');
    await mkdir(path.dirname(moved), { recursive: true });
    await cp(target, moved, { recursive: true });
    await rm(target, { recursive: true });
    await symlink(moved, target);
    await assert.rejects(pushOne(work.sync, plan), isCode('outside-workspace'));
    await rm(target);
    await writeFile(target, 'a file is in the way');
    await assert.rejects(pushOne(work.sync, plan), (error) => isExpected(error));
    assert.equal(live.puts, 0);
  });
}
