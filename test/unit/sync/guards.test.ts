import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { Journal } from '../../../src/core/sync/store/journal.ts';
import { LockFile } from '../../../src/core/sync/store/lockFile.ts';
import { Mutexes, policyMutex } from '../../../src/core/sync/store/mutexes.ts';
import { isCanceled } from '../../../src/core/util/errors.ts';
import {
  addRule,
  images,
  isCode,
  kindOf,
  network,
  planOf,
  pulled,
  rule,
  runtime,
  withRules,
} from './workspace.ts';
import { testSeal } from './testSeal.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { planPush } from '../../../src/core/sync/plan.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { baseDocument, pullPolicies } from '../../../src/core/sync/pull.ts';
import { prune } from '../../../src/core/sync/prune.ts';

test('a plan that was changed after it was made is not pushed, whatever it hides', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    runtime,
    withRules(() => []),
  );
  const empties = await work.plan(runtime);
  assert.equal(empties.emptiesPolicy, true);
  await assert.rejects(pushOne(work.sync, { ...empties, emptiesPolicy: false }), /was not made/);
  await work.edit(images, addRule);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  const over = planOf(await planPush(work.sync, images, { overridesDrift: true }));
  assert.ok(over.overrides && over.overrides.lost.length > 0);
  const hidden = { ...over, overrides: { ...over.overrides, lost: [] } };
  await assert.rejects(pushOne(work.sync, hidden), /was not made/);
  const { overrides: _, ...plain } = over;
  await assert.rejects(pushOne(work.sync, plain), /was not made/);
  assert.equal(live.puts, 0);
});

test('a rule that a colleague removed does not come back under another name unasked', async (t) => {
  const { live, work } = await pulled(t);
  const text = (...names: readonly string[]): string =>
    JSON.stringify({ rules: names.map((name) => ({ name, collections: [{ name: 'All' }] })) });
  live.set(images, text('keep', 'a', 'b'));
  await work.pull([images]);
  live.set(images, text('keep', 'a'));
  await work.edit(
    images,
    withRules((rules) => [...rules.slice(0, 2), rule('b new')]),
  );
  const plan = planOf(await planPush(work.sync, images, { overridesDrift: true }));
  assert.deepEqual(
    plan.overrides?.lost.map(({ name, change }) => [name, change]),
    [['rules/b', 'remove']],
  );
  await assert.rejects(pushOne(work.sync, plan), isCode('override'));
});

test('an observer that throws changes no verdict, and neither does a mutex that cannot be removed', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const outcome = await pushOne(work.sync, await work.plan(images), {
    onStep: () => {
      throw new Error('the view is gone');
    },
  });
  assert.equal(outcome.verdict, 'applied');
  const mutexes = path.join(work.storeFolder, 'mutexes');
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('more')]),
  );
  const again = await pushOne(work.sync, await work.plan(images), {
    onStep: (step) => step === 'settled' && void rename(mutexes, `${mutexes}-gone`),
  });
  assert.equal(again.verdict, 'applied');
});

test('the file of another branch does not get what was pushed for its base', async (t) => {
  const { live, work } = await pulled(t);
  const other = withRules((rules) => [...rules, rule('of another branch')]);
  const before = await work.text(images);
  await work.edit(images, other);
  const branch = await work.text(images);
  await work.write(images, before);
  await work.edit(images, addRule);
  live.beforeWrite = () => work.write(images, branch);
  const outcome = await pushOne(work.sync, await work.plan(images));
  live.beforeWrite = undefined;
  assert.equal(outcome.verdict, 'applied');
  assert.match(outcome.reason ?? '', /replaced by another version/);
  // With the pushed document for its base the file would take the rule back that was just pushed.
  assert.equal((await policyStatus(work.sync, images)).state, 'conflict');
  assert.equal((await planOne(work.sync, images)).kind, 'drift');
  assert.equal((await work.sync.journal.all()).at(-1)?.closed, true);
  assert.deepEqual(await recoverPushes(work.restarted()), []);
});

test('edits on top of what is being pushed are made from it', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.beforeWrite = () =>
    work.edit(
      images,
      withRules((rules) => [rule('typed meanwhile'), ...rules]),
    );
  assert.deepEqual([(await pushOne(work.sync, plan)).reason], [undefined]);
  live.beforeWrite = undefined;
  assert.equal((await policyStatus(work.sync, images)).state, 'edited');
  assert.deepEqual((await work.plan(images)).counts.added, 1);
});

test('a base line that came with a checkout during the push stays', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  const text = await readFile(lock, 'utf8');
  const theirs = text.replace(plan.liveHash, 'e'.repeat(64));
  live.beforeWrite = () => writeFile(lock, theirs);
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
  assert.equal(await readFile(lock, 'utf8'), theirs);
});

test('lines of a lock file that was replaced while it was written are not brought back', async (t) => {
  const { work } = await pulled(t);
  const lock = new LockFile(work.policyFolder, work.root);
  const theirs = (await readFile(lock.path, 'utf8')).replace(/.*cnns\/network.*\n/, '');
  let times = 0;
  const entry = { base: 'a'.repeat(64), at: '2026-01-01T00:00:00.000Z' };
  const isSet = await lock.set(images.name, entry, async () => {
    if (times++ === 0) {
      await writeFile(lock.path, theirs);
    }
    return true;
  });
  assert.ok(isSet);
  assert.equal(times, 2);
  assert.deepEqual([...(await lock.read()).keys()].toSorted(), [runtime.name, images.name].toSorted());
});

test('a file that is replaced while it is pulled is not overwritten, and its base stays', async (t) => {
  const { live, work } = await pulled(t);
  const base = await baseDocument(work.sync, images);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  const report = await pullPolicies(
    work.restarted({
      copies: {
        read: (ref) => work.copies.read(ref),
        text: (ref) => work.copies.text(ref),
        write: async (...args) => {
          await work.copies.write(...args);
          const written = await work.text(images);
          await work.copies.write(args[0], args[1], written.replaceAll('theirs', 'checked out'), written);
        },
      },
    }),
    [images],
    { format: 'yaml', chooseOverwrite: () => Promise.resolve('overwrite') },
  );
  assert.ok(isCode('file-changed')(report.failed[0]?.error));
  assert.deepEqual(await baseDocument(work.sync, images), base);
});

test('a new file that is replaced while it is pulled has no base', async (t) => {
  // Nothing of it was pulled before.
  const kind = kindOf('vulnerability/host');
  const { work } = await pulled(t);
  const sync = work.restarted({
    copies: {
      read: (ref) => work.copies.read(ref),
      text: (ref) => work.copies.text(ref),
      write: async (...args) => {
        await work.copies.write(...args);
        const written = await work.text(kind);
        await work.copies.write(args[0], args[1], written.replace('name: a', 'name: checked out'), written);
      },
    },
  });
  const report = await pullPolicies(sync, [kind], {
    format: 'yaml',
    chooseOverwrite: () => Promise.resolve('cancel'),
  });
  assert.ok(isCode('file-changed')(report.failed[0]?.error));
  assert.equal(await baseDocument(work.sync, kind), undefined);
});

test('a policy file that is a link out of the workspace is neither sent nor written', async (t) => {
  const { live, work } = await pulled(t);
  const { work: other } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const file = path.join(work.policyFolder, 'vulnerability', 'images.policy.yaml');
  const outside = path.join(other.policyFolder, 'vulnerability', 'images.policy.yaml');
  const text = await readFile(outside, 'utf8');
  await rename(file, `${file}.old`);
  await symlink(outside, file);
  live.forgetRequests();
  await assert.rejects(planOne(work.sync, images), isCode('outside-workspace'));
  assert.equal(live.requests.length, 0);
  const report = await work.pull([images], { chooseOverwrite: () => Promise.resolve('overwrite') });
  assert.ok(isCode('outside-workspace')(report.failed[0]?.error));
  assert.equal(await readFile(outside, 'utf8'), text);
  await rename(work.policyFolder, `${work.policyFolder}.old`);
  await symlink(other.policyFolder, work.policyFolder);
  await assert.rejects(pushOne(work.sync, plan));
  assert.equal(live.puts, 0);
});

test('snapshots that a journal names are kept although its first line cannot be read', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId, snapshot } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const journal = await readFile(file, 'utf8');
  await writeFile(file, journal.replace('{"event":"opened"', '{"even\0'));
  const later = work.restarted({ clock: { now: () => new Date(Date.now() + 400 * 24 * 3600 * 1000) } });
  assert.deepEqual(await later.journal.all(), []);
  await prune(later, { days: 1, pushes: 0 });
  assert.ok(await later.store.get(snapshot));
});

test('snapshots of a console of any name are kept', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  const journals = path.join(work.storeFolder, 'journal');
  await rename(path.join(journals, 'test'), path.join(journals, 'node_modules'));
  const later = work.restarted({ clock: { now: () => new Date(Date.now() + 400 * 24 * 3600 * 1000) } });
  await prune(later, { days: 1, pushes: 0 });
  assert.ok(await later.store.get(snapshot));
});

test('a push of another console whose name differs in case is not settled by this one', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const journal = await readFile(file, 'utf8');
  await writeFile(
    file,
    journal.slice(0, journal.indexOf('{"event":"answered"')).replace('"console":"test"', '"console":"Test"'),
  );
  live.forgetRequests();
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  assert.deepEqual(
    await new Journal(work.storeFolder, 'test', testSeal, { now: () => new Date() }).records(),
    [],
  );
  assert.deepEqual(live.requests, []);
});

test('nothing to settle writes nothing', async (t) => {
  const { work } = await pulled(t);
  await work.edit(network, (document) => document);
  await rename(work.storeFolder, `${work.storeFolder}.old`);
  await mkdir(work.storeFolder, { mode: 0o500 });
  assert.deepEqual(await recoverPushes(work.restarted()), []);
  assert.deepEqual(await work.files(work.storeFolder), []);
});

test('while a push is settled another push of the policy waits', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const held = await new Mutexes(work.storeFolder).tryTake(policyMutex('test', images.name));
  const pushing = pushOne(work.sync, plan);
  // Long enough for a push of a console that answers at once, if nothing held it up.
  await Promise.race([pushing, new Promise((resolve) => setTimeout(resolve, 100))]);
  assert.equal(live.puts, 0);
  await held?.release();
  assert.equal((await pushing).verdict, 'applied');
});

test('live is read again when a snapshot took long, or the computer slept', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.forgetRequests();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const onStep = (step: string): void => {
    if (step === 'saving-snapshot') {
      t.mock.timers.setTime(Date.now() + 60_000);
      live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
    }
  };
  await assert.rejects(pushOne(work.sync, plan, { onStep }), isCode('drift'));
  assert.equal(live.puts, 0);
  assert.deepEqual(await work.sync.journal.all(), []);
});

test('what stands in a journal leads to no other file', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const victim = path.join(work.root, 'policies', 'victim.jsonl');
  await writeFile(victim, 'mine');
  const journal = await readFile(file, 'utf8');
  const open = journal.slice(0, journal.indexOf('{"event":"answered"'));
  await writeFile(file, open.replace(`"id":"${pushId}"`, '"id":"../../../policies/victim"'));
  const later = work.restarted({ clock: { now: () => new Date(Date.now() + 400 * 24 * 3600 * 1000) } });
  assert.deepEqual(await recoverPushes(later), [], 'what this machine did not write is not gone on with');
  await prune(later, { days: 0, pushes: 0 });
  assert.equal(await readFile(victim, 'utf8'), 'mine');
  assert.deepEqual(
    (await later.journal.all()).map(({ id, foreign }) => [id, foreign]),
    [[pushId, true]],
  );
});

test('a folder that is reached in two ways has one lock file and one mutex for it', async (t) => {
  const { work } = await pulled(t);
  const link = `${work.root}-link`;
  await symlink(work.root, link);
  t.after(() => rm(link));
  const ways = [work.root, link].map((root) => new LockFile(path.join(root, 'policies', 'test'), root));
  const entry = { base: 'a'.repeat(64), at: '2026-01-01T00:00:00.000Z' };
  await Promise.all(
    ways.map(async (lock, way) => {
      for (const kind of policyKinds.filter((_, at) => at % 2 === way)) {
        await lock.set(kind.name, entry);
      }
    }),
  );
  assert.deepEqual(await Promise.all(ways.map(async (lock) => (await lock.read()).size)), [21, 21]);
  const names: string[] = [];
  const mutexes = { with: (name: string) => Promise.resolve(void names.push(name)) };
  for (const root of [work.root, link]) {
    await new LockFile(path.join(root, 'policies', 'test'), root, mutexes as never).set(images.name, entry);
  }
  assert.equal(new Set(names).size, 1);
});

test('collections are looked at again when a question stood unanswered for long', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const plan = await work.plan(images);
  live.forgetRequests();
  t.mock.timers.setTime(plan.madeAt.getTime() + 60_000);
  live.collections.delete('prod');
  await assert.rejects(pushOne(work.sync, plan), isCode('unknown-collections'));
  assert.equal(live.puts, 0);
  assert.deepEqual(await work.sync.journal.all(), []);
  live.collections.add('prod');
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
});

const theirs = '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}';

test('what is asked before a push is asked before live is read for it: nothing lies between that and the PUT', async (t) => {
  let ask: (() => unknown) | undefined;
  const { live, work } = await pulled(t, {
    account: async () => {
      await ask?.();
      return '3f2a91c0…';
    },
  });
  await work.edit(images, addRule);
  const first = await work.plan(images);
  ask = () => live.set(images, theirs);
  await assert.rejects(pushOne(work.sync, first), isCode('drift'), 'the account');
  assert.equal(live.puts, 0);
  ask = undefined;

  const fresh = await pulled(t);
  await fresh.work.edit(images, addRule);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const plan = await fresh.work.plan(images);
  t.mock.timers.setTime(plan.madeAt.getTime() + 60_000);
  const names = fresh.live.collectionNames.bind(fresh.live);
  fresh.live.collectionNames = () => {
    fresh.live.set(images, theirs);
    return names();
  };
  await assert.rejects(pushOne(fresh.work.sync, plan), isCode('drift'), 'the collections');
  assert.equal(fresh.live.puts, 0);
});

test('a push that is canceled while it is asked who pushes sends nothing', async (t) => {
  const controller = new AbortController();
  const { live, work } = await pulled(t, {
    account: async () => {
      controller.abort();
      return undefined;
    },
  });
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  await assert.rejects(pushOne(work.sync, plan, { signal: controller.signal }), isCanceled);
  assert.equal(live.puts, 0);
  assert.deepEqual(await work.sync.journal.all(), []);
});
