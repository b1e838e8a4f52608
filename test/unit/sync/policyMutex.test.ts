import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { LivePolicies, ReplaceableLive, WorkingCopies } from '../../../src/core/sync/ports.ts';
import { LockFile } from '../../../src/core/sync/store/lockFile.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import type { FakeConsole } from './fakeConsole.ts';
import { addRule, images, isCode, pulled, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { pullPolicies, baseDocument } from '../../../src/core/sync/pull.ts';
import { refreshStatus, policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { planPush } from '../../../src/core/sync/plan.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

/** The console, whose next answer to a read is on its way until somebody lets it in. */
function heldUp(live: FakeConsole): {
  readonly live: LivePolicies;
  readonly answered: Promise<void>;
  readonly letIn: () => void;
  readonly reads: () => number;
} {
  const answered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const readPolicy = async (kind: PolicyKind): Promise<ReplaceableLive> => {
    const answer = await live.readPolicy(kind);
    reads++;
    answered.resolve();
    await gate.promise;
    return answer;
  };
  return {
    live: {
      destination: live.destination,
      readPolicy,
      collectionNames: () => live.collectionNames(),
    },
    answered: answered.promise,
    letIn: () => gate.resolve(),
    reads: () => reads,
  };
}

const overwriting = {
  format: 'yaml',
  chooseOverwrite: () => Promise.resolve('overwrite' as const),
} as const;
const lost = new ExpectedError('timeout', 'The console did not answer in time.');

for (const [what, putFault] of [
  ['applied', undefined],
  ['applied, without an answer', { when: 'after', error: lost }],
  ['unknown', { when: 'late', error: lost }],
] as const) {
  test(`a push that begins while a pull reads waits for its end: ${what}`, async (t) => {
    const { live, work } = await pulled(t);
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    const slow = heldUp(live);
    let asked = 0;
    const pulling = pullPolicies(work.restarted({ live: slow.live }), [images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve(asked++ > 0 ? 'cancel' : 'keep'),
    });
    await slow.answered;
    live.putFault = putFault;
    const pushing = pushOne(work.sync, plan);
    // Long enough for a push of a console that answers at once, if nothing held it up.
    await Promise.race([pushing, new Promise((resolve) => setTimeout(resolve, 100))]);
    assert.equal(live.puts, 0, 'the push waits');
    slow.letIn();
    const report = await pulling;
    const { verdict } = await pushing;
    assert.deepEqual([report.failed, report.kept.length, asked], [[], 1, 1]);
    assert.match(await work.text(images), /added/, 'what was pushed is in the file');
    const base = await baseDocument(work.restarted(), images);
    assert.ok(base);
    const isApplied = verdict === 'applied';
    assert.equal(
      (await refreshStatus(work.restarted(), images)).state,
      isApplied ? 'in-sync' : 'edited',
      'file and base as the push left them',
    );
    assert.equal(canonicalHash(images, base), isApplied ? plan.nextHash : plan.liveHash);
  });
}

test('a push during the question of a pull is pulled, not written over', async (t) => {
  const { live, work } = await pulled(t);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  await work.edit(images, addRule);
  const plan = await planPush(work.sync, images, { overridesDrift: true });
  assert.ok(plan.kind === 'plan');
  const confirmed = { override: plan.plan.overrides?.lost.map(({ name }) => name) ?? [] };
  let asked = 0;
  const report = await pullPolicies(work.restarted(), [images], {
    format: 'yaml',
    chooseOverwrite: async () => {
      asked++;
      assert.equal((await pushOne(work.restarted(), plan.plan, { confirmed })).verdict, 'applied');
      return 'overwrite';
    },
  });
  assert.deepEqual([report.failed, asked], [[], 1]);
  assert.match(await work.text(images), /added/);
  assert.equal((await refreshStatus(work.restarted(), images)).state, 'in-sync');
});

test('a file that changes during the question of a pull is asked about again', async (t) => {
  const { live, work } = await pulled(t);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  await work.edit(images, addRule);
  let asked = 0;
  const report = await pullPolicies(work.restarted(), [images], {
    format: 'yaml',
    chooseOverwrite: async () => {
      if (asked++ > 0) {
        return 'keep';
      }
      await work.edit(
        images,
        withRules((rules) => [rule('typed'), ...rules]),
      );
      return 'overwrite';
    },
  });
  assert.deepEqual([report.kept.length, asked], [1, 2]);
  assert.match(await work.text(images), /typed/);
});

test('a file that changes while it is pulled is not overwritten', async (t) => {
  const { live, work } = await pulled(t);
  live.set(images, '{"rules":[]}');
  const read = work.copies.read.bind(work.copies);
  let once = true;
  work.copies.read = async (ref) => {
    const copy = await read(ref);
    if (once && copy) {
      once = false;
      const file = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
      await writeFile(file, `${copy.text}# typed meanwhile\n`);
    }
    return copy;
  };
  const report = await work.pull([images]);
  assert.equal(report.failed.length, 1);
  assert.match(await work.text(images), /typed meanwhile/);
  assert.notEqual((await policyStatus(work.sync, images)).state, 'in-sync');
});

test('a pull that begins while a push is under way waits for its end', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const order: string[] = [];
  let pulling: Promise<unknown> | undefined;
  live.beforeWrite = () => {
    pulling = pullPolicies(work.restarted(), [images], overwriting).then(() => order.push('pulled'));
  };
  const { verdict } = await pushOne(work.sync, plan, {
    onStep: (step) => step === 'settled' && order.push('pushed'),
  });
  await pulling;
  assert.deepEqual([verdict, ...order], ['applied', 'pushed', 'pulled']);
  assert.match(await work.text(images), /added/);
  assert.equal((await refreshStatus(work.restarted(), images)).state, 'in-sync');
});

test('a push does not begin while a pull writes what it read', async (t) => {
  const { live, work } = await pulled(t);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  let pushing: Promise<unknown> | undefined;
  const plan = await work.edit(images, addRule).then(async () => {
    const outcome = await planPush(work.sync, images, { overridesDrift: true });
    assert.ok(outcome.kind === 'plan');
    return outcome.plan;
  });
  const confirmed = { override: plan.overrides?.lost.map(({ name }) => name) ?? [] };
  const order: string[] = [];
  const puller = work.restarted({
    copies: {
      read: (ref) => work.copies.read(ref),
      text: (ref) => work.copies.text(ref),
      write: async (...args) => {
        pushing = pushOne(work.restarted(), plan, { confirmed }).catch((error: unknown) => error);
        // Long enough for a push of a console that answers at once, if nothing held it up.
        await new Promise((resolve) => setTimeout(resolve, 200));
        order.push(`written after ${live.puts} PUTs`);
        await work.copies.write(...args);
      },
    },
  });
  await pullPolicies(puller, [images], overwriting);
  assert.deepEqual(order, ['written after 0 PUTs']);
  // The base it went over is not the base any more.
  assert.ok(isCode('base-moved')(await pushing));
  assert.equal((await refreshStatus(work.restarted(), images)).state, 'in-sync');
});

/** Someone else added a rule on the console, and the file has another one. */
async function editedOnBothSides(t: TestContext) {
  const { live, work } = await pulled(t);
  live.set(
    images,
    '{"rules":[{"name":"a","collections":[{"name":"All"}],"note":1.0},{"name":"theirs","collections":[{"name":"All"}]}]}',
  );
  await work.edit(
    images,
    withRules((rules) => [rule('mine'), ...rules]),
  );
  return work;
}

test('a merge of what was live before somebody pushed is not written', async (t) => {
  const work = await editedOnBothSides(t);
  const window = work.restarted();
  const merge = await mergeWithLive(window, images);
  assert.ok(merge.kind === 'merge' && merge.open.length === 0);
  // Another window merges the same, edits and pushes; then the file is put back to what the first saw.
  const before = await work.text(images);
  const other = work.restarted();
  const theirs = await mergeWithLive(other, images);
  assert.ok(theirs.kind === 'merge');
  await saveMerge(other, images, new Map(), theirs.seen);
  const outcome = await planOne(other, images);
  assert.ok(outcome.kind === 'plan');
  assert.equal((await pushOne(other, outcome.plan)).verdict, 'applied');
  const base = await baseDocument(work.sync, images);
  await work.write(images, before);
  await assert.rejects(saveMerge(window, images, new Map(), merge.seen), isCode('merge-outdated'));
  assert.equal(await work.text(images), before);
  assert.deepEqual(await baseDocument(work.sync, images), base);
});

test('a merge that another window applies first is not said to be applied', async (t) => {
  const work = await editedOnBothSides(t);
  const [window, other] = [work.restarted(), work.restarted()];
  const [mine, theirs] = [await mergeWithLive(window, images), await mergeWithLive(other, images)];
  assert.ok(mine.kind === 'merge' && theirs.kind === 'merge' && theirs.open.length === 0);
  const ends = await Promise.allSettled([
    saveMerge(other, images, new Map(), theirs.seen),
    saveMerge(window, images, new Map(), mine.seen),
  ]);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  assert.equal(failures.length, 1);
  assert.ok(isCode('merge-outdated')(failures[0]));
});

test('a merge during which a checkout brings another base leaves the file', async (t) => {
  const work = await editedOnBothSides(t);
  const lock = new LockFile(work.policyFolder, work.root);
  let isApplying = false;
  const window = work.restarted({
    copies: {
      read: async (ref) => {
        if (isApplying) {
          await lock.set(images.name, { base: '1'.repeat(64), at: '2026-01-01T00:00:00.000Z' });
        }
        return work.copies.read(ref);
      },
      text: (ref) => work.copies.text(ref),
      write: () => assert.fail('nothing is written'),
    },
  });
  const merge = await mergeWithLive(window, images);
  assert.ok(merge.kind === 'merge');
  isApplying = true;
  // The new base is unknown here, so every difference is a conflict.
  await assert.rejects(saveMerge(window, images, new Map(), merge.seen), isCode('merge-open'));
});

test('a look at an earlier push that begins while a merge is applied is no reason to refuse the merge', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = {
    when: 'before',
    error: Object.assign(new ExpectedError('rejected', 'locked'), { mayHaveArrived: false }),
  };
  assert.equal((await pushOne(work.sync, plan)).verdict, 'not-applied');
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  let looking: Promise<unknown> | undefined;
  let isApplying = false;
  const copies: WorkingCopies = {
    read: async (ref) => {
      if (isApplying && !looking) {
        looking = recoverPushes(work.restarted());
        assert.deepEqual(await looking, [], 'it does not wait for the merge');
      }
      return work.copies.read(ref);
    },
    text: (ref) => work.copies.text(ref),
    write: (...of) => work.copies.write(...of),
  };
  const sync = work.restarted({ copies });
  const merge = await mergeWithLive(sync, images);
  assert.ok(merge.kind === 'merge');
  isApplying = true;
  const choices = new Map(merge.open.map(({ id }) => [id, 'live'] as const));
  await saveMerge(sync, images, choices, merge.seen);
  assert.ok(looking);
  assert.match(await work.text(images), /theirs/);
});
