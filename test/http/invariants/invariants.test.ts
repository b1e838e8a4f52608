import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { arrayAt, stringAt } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { pulledForm } from '../../../src/core/policy/pulledForm.ts';
import { emptyState } from '../../sandbox/testConsole.ts';
import { Mutexes, thisProcess } from '../../../src/core/sync/store/mutexes.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { asObject } from '../../unit/policy/policyArbitraries.ts';
import {
  addRule,
  images,
  isCode,
  later,
  network,
  planOf,
  pulled,
  rule,
  runtime,
  withRules,
} from '../../unit/sync/workspace.ts';
import { planAndPush, planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { cliWorkspace } from '../cli/cliWorkspace.ts';
import { sandboxWorkspace } from '../sync/sandboxWorkspace.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { planPush } from '../../../src/core/sync/plan.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { pullPolicies, baseDocument } from '../../../src/core/sync/pull.ts';
import { evidenceOf } from '../../../src/core/sync/recordFacts.ts';
import { prune } from '../../../src/core/sync/prune.ts';

test('1. no PUT without a plan of exactly those bytes', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  for (const forged of [{ body: '{}' }, { body: `${plan.body} ` }, { bodyHash: 'x' }, { next: plan.live }]) {
    await assert.rejects(
      pushOne(work.sync, { ...plan, ...forged }, { confirmed: { 'empties-policy': [images.name] } }),
    );
  }
  assert.equal(live.puts, 0);
  await pushOne(work.sync, plan);
  assert.deepEqual(live.bodies, [plan.body]);
});

test('2. no PUT when live is not the base, unless merged or overridden by name; no base is the same; a refresh moves no base', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const stale = await work.plan(images);
  const document = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(document));
  await assert.rejects(pushOne(work.sync, stale), isCode('drift'));
  await refreshStatus(work.sync, images);
  assert.equal((await planOne(work.sync, images)).kind, 'drift');
  assert.equal(live.puts, 0);
  const over = planOf(await planPush(work.sync, images, { overridesDrift: true }));
  assert.deepEqual(
    over.overrides?.lost.map(({ name, change }) => [name, change]),
    [['rules/theirs', 'add']],
  );
  await assert.rejects(pushOne(work.sync, over), isCode('override'));
  assert.equal(live.puts, 0);

  const merge = await mergeWithLive(work.sync, images);
  assert.ok(merge.kind === 'merge');
  // Both put a rule at the end: nobody said which goes first.
  assert.deepEqual(
    merge.open.map(({ kind }) => kind),
    ['order'],
  );
  await assert.rejects(saveMerge(work.sync, images, new Map(), merge.seen), isCode('merge-open'));
  await saveMerge(work.sync, images, new Map(merge.open.map(({ id }) => [id, 'live'])), merge.seen);
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'applied');
  assert.deepEqual(live.names(images).toSorted(), ['a', 'added', 'b', 'theirs']);

  await rm(path.join(work.policyFolder, 'ordinance.lock.json'));
  await work.edit(images, (value) => withRules((rules) => rules.slice(1))(value));
  assert.equal((await planOne(work.sync, images)).kind, 'no-base');
});

test('3. the snapshot of live is durable before the first byte of a PUT leaves', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const before = live.text(images);
  let kept: Promise<string | undefined> | undefined;
  live.beforeWrite = () => {
    kept = work
      .restarted()
      .journal.all()
      .then(async ([record]) => work.restarted().store.get(record?.snapshot ?? ''));
  };
  await pushOne(work.sync, await work.plan(images));
  assert.equal(await kept, before);
});

test('4. every push ends in one recorded verdict', async (t) => {
  const { live, work } = await pulled(t);
  const error = new ExpectedError('unreachable', 'cut');
  for (const fault of [undefined, 'silent', { when: 'before', error }, { when: 'after', error }] as const) {
    live.putFault = fault;
    await work.edit(
      images,
      withRules((rules) => [...rules, rule(`r${rules.length}`)]),
    );
    const plan = await work.plan(images);
    const earlier = plan.earlier?.map(({ pushId }) => pushId) ?? [];
    const outcome = await pushOne(work.sync, plan, { confirmed: { 'may-still-arrive': earlier } });
    const records = (await work.sync.journal.all()).filter(({ id }) => id === outcome.pushId);
    assert.deepEqual(
      records.map(({ verdict, closed }) => [verdict, closed]),
      [[outcome.verdict, outcome.verdict !== 'unknown']],
    );
  }
  // What was not answered ends in one, too, once it cannot arrive any more.
  await recoverPushes(work.restarted({ clock: later }));
  for (const { verdict, closed } of await work.sync.journal.all()) {
    assert.ok(closed && verdict !== undefined && verdict !== 'unknown');
  }
});

test('5. a PUT is never sent again by itself', async (t) => {
  const { live, work } = await pulled(t);
  live.putFault = { when: 'before', error: new ExpectedError('unreachable', 'cut') };
  await work.edit(images, addRule);
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'unknown');
  await recoverPushes(work.restarted());
  const [settled] = await recoverPushes(work.restarted({ clock: later }));
  assert.equal(settled?.verdict, 'not-applied');
  assert.equal(live.puts, 1);
});

test('6. the order sent is the order shown', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [rule('first'), ...rules.toReversed()]),
  );
  const plan = await work.plan(images);
  await pushOne(work.sync, plan);
  const names = (rules: readonly unknown[]): unknown[] =>
    rules.map((one) => stringAt(asObject(one as never), 'name'));
  const sent = names(arrayAt(asObject(parseJson(live.bodies[0] ?? '')), 'rules'));
  assert.deepEqual(sent, ['first', 'b', 'a']);
  assert.deepEqual(sent, names(arrayAt(plan.next, 'rules')));
});

test('7. unknown fields, numbers, comments and untouched rules stay through a merge', async (t) => {
  const { live, work } = await pulled(t);
  const text = `# why\n${await work.text(images)}`.replace(
    'note: 1.0',
    'note: 1.0 # exactly\n    x-unknown: 1e2',
  );
  await work.write(images, text);
  const document = live.documents.get(images.name) ?? new Map();
  live.documents.set(
    images.name,
    withRules((rules) => rules.map((one, at) => (at === 1 ? new Map([...one, ['notes', 'block']]) : one)))(
      document,
    ),
  );
  const merge = await mergeWithLive(work.sync, images);
  assert.ok(merge.kind === 'merge' && merge.open.length === 0);
  await saveMerge(work.sync, images, new Map(), merge.seen);
  const merged = await work.text(images);
  assert.ok(merged.includes('notes: block'));
  const kept = text.slice(0, text.indexOf('name: b'));
  assert.equal(merged.slice(0, kept.length), kept);
});

test('8. all rules are deleted only after the name was typed, by the two characters {}; the network policy keeps its entities', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    runtime,
    withRules(() => []),
  );
  const plan = await work.plan(runtime);
  for (const confirmed of [{}, { 'empties-policy': [images.name] }, { protected: ['test'] }]) {
    await assert.rejects(pushOne(work.sync, plan, { confirmed }), isCode('empties-policy'));
  }
  assert.equal(live.puts, 0);
  await pushOne(work.sync, plan, { confirmed: { 'empties-policy': [runtime.name] } });
  assert.deepEqual(live.bodies, ['{}']);
  await work.edit(
    network,
    withRules(() => [], 'hostRules'),
  );
  await pushOne(work.sync, await work.plan(network), { confirmed: { 'empties-policy': [network.name] } });
  assert.notEqual(live.bodies[1], '{}');
});

test('9. two processes never mix the lines of a lock file, and the mutex of a dead one is taken over', async (t) => {
  const { work } = await pulled(t);
  const others = Array.from({ length: 4 }, () => work.restarted());
  const kinds = policyKinds.slice(0, 8);
  const reports = await Promise.all(
    others.map((one, at) =>
      pullPolicies(one, kinds.slice(at * 2, at * 2 + 2), {
        format: 'yaml',
        chooseOverwrite: () => Promise.resolve('overwrite'),
      }),
    ),
  );
  assert.deepEqual(
    reports.flatMap(({ failed }) => failed),
    [],
  );
  for (const kind of kinds) {
    assert.ok(await baseDocument(work.restarted(), kind), kind.name);
  }
  const folder = path.join(work.storeFolder, 'mutexes');
  assert.deepEqual(await readdir(folder), []);
  const mutexes = new Mutexes(work.storeFolder);
  const held = await mutexes.tryTake('one');
  assert.ok(held);
  assert.equal(await mutexes.tryTake('one'), undefined);
  const [file = ''] = await readdir(folder);
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const { place } = thisProcess();
  await writeFile(path.join(folder, file), `2 ${place} ${dead} - ${'0'.repeat(16)}`);
  const taken = await mutexes.tryTake('one');
  assert.ok(taken);
  await held.release();
  assert.equal(await mutexes.tryTake('one'), undefined, 'who lost it does not give it away');
  await taken.release();
});

test('10. secrets are in nothing that was written; 11. and go to no other origin', async (t) => {
  const { work, run, sandbox, variables } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, addRule);
  sandbox.faults.next({ method: 'PUT' }, { kind: 'echo-credentials' });
  const { out, error } = await run('push', 'vulnerability/images');
  assert.ok(!`${out}${error}${await work.everything()}`.includes(sandbox.accessKey.secret));
  variables['ORDINANCE_TEST_ORIGINS'] = 'https://console.example';
  assert.match((await run('status')).error, /is not allowed for/);
});

test('12. work is bounded for any answer', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  const faults = [
    { kind: 'bytes', body: '['.repeat(200_000) },
    { kind: 'gzip-bomb', bytes: 200_000_000 },
  ] as const;
  for (const fault of faults) {
    sandbox.faults.next({ method: 'GET', path: '/policies/' }, fault);
    assert.equal((await work.pull([images])).failed.length, 1);
  }
});

test('13. a headless run gives the same verdict as the facade of the editor', async (t) => {
  const { work, run, colleague, sandbox } = await cliWorkspace(t);
  await work.pull([images, runtime]);
  const codes = {
    'nothing-to-push': 0,
    plan: 2,
    drift: 3,
    'no-base': 3,
    invalid: 1,
    'unknown-collections': 1,
  };
  const same = async (): Promise<string> => {
    const { kind } = await planOne(work.restarted(), images);
    assert.equal((await run('plan', 'vulnerability/images')).code, codes[kind], kind);
    return kind;
  };
  const seen = [await same()];
  await work.edit(images, addRule);
  seen.push(await same());
  const good = await work.text(images);
  await work.edit(
    images,
    withRules((rules) => [rule('x', { collections: [{ name: 'nowhere' }] }), ...rules]),
  );
  seen.push(await same());
  await work.write(images, 'rules: 7\n');
  seen.push(await same());
  await work.write(images, good);
  sandbox.faults.next({ method: 'PUT' }, { kind: 'not-applied' });
  const headless = JSON.parse((await run('push', '--json', 'vulnerability/images')).out) as {
    verdicts: { verdict: string }[];
  };
  sandbox.faults.next({ method: 'PUT' }, { kind: 'not-applied' });
  const { verdict } = await pushOne(work.restarted(), planOf(await planOne(work.restarted(), images)));
  assert.deepEqual([headless.verdicts[0]?.verdict, verdict], ['unknown', 'unknown']);
  colleague(images, (rules) => rules.toReversed());
  seen.push(await same());
  await rm(path.join(work.policyFolder, 'ordinance.lock.json'));
  seen.push(await same());
  assert.deepEqual(new Set(seen), new Set(Object.keys(codes)));
});

test('14. no false conflict in 10 000 round trips through the sandbox; order alone is always seen', () => {
  const store = emptyState(Date.now).policies;
  const rules = fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2 })
    .map((names) =>
      names.map((name, at) =>
        rule(name, { effect: at % 2 ? 'alert' : 'block', disabled: at === 1, notes: '', owner: 'me' }),
      ),
    );
  fc.assert(
    fc.property(fc.constantFrom(...policyKinds), rules, (kind, some) => {
      const array = kind.arrays[0]?.key ?? 'rules';
      store.replace(kind.name, new Map([[array, some]]));
      const first = store.get(kind.name);
      // Pulled, and pushed back as it is: the server fills everything in anew.
      store.replace(kind.name, pulledForm(kind, first));
      const second = store.get(kind.name);
      assert.equal(canonicalHash(kind, second), canonicalHash(kind, first));
      const turned = new Map([...second, [array, arrayAt(second, array).toReversed()]]);
      assert.notEqual(canonicalHash(kind, turned), canonicalHash(kind, first));
    }),
    { numRuns: 10_000, seed: 14 },
  );
});

test('a base that is only in git is found there by its hash', async (t) => {
  const { live, work } = await pulled(t);
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: work.root, stdio: 'ignore' });
  };
  git('init');
  git('add', 'policies');
  git('commit', '-m', 'pulled');
  await work.edit(images, addRule);
  git('commit', '-am', 'edited');
  await rm(work.storeFolder, { recursive: true });
  const document = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [rule('theirs'), ...rules])(document));
  const merge = await mergeWithLive(work.restarted(), images);
  assert.ok(merge.kind === 'merge' && merge.base !== undefined);
  assert.deepEqual(merge.open, []);

  await rm(path.join(work.root, '.git'), { recursive: true });
  await rm(work.storeFolder, { recursive: true });
  const without = await mergeWithLive(work.restarted(), images);
  assert.ok(without.kind === 'merge' && without.base === undefined);
  assert.deepEqual(
    without.open.filter(({ kind }) => kind === 'deleted').map(({ rule: name }) => name),
    ['added', 'theirs'],
  );
});

test('several policies: one verdict each, stop at a failure, and what remains', async (t) => {
  const { live, work } = await pulled(t);
  for (const kind of [images, runtime]) {
    await work.edit(kind, addRule);
  }
  live.putFault = 'silent';
  const stopped = await planAndPush(work.sync, [images, runtime, network]);
  assert.deepEqual([stopped.several.plans.length, stopped.several.unchanged.length], [2, 1]);
  assert.deepEqual(
    [stopped.results.map(({ outcome }) => outcome?.verdict), stopped.remaining.map(({ ref }) => ref.policy)],
    [['unknown'], [runtime.name]],
  );
  const rest = await planAndPush(work.sync, [images, runtime]);
  assert.deepEqual(
    rest.results.map(({ outcome }) => outcome?.verdict),
    ['applied', 'applied'],
  );
  const evidence = await evidenceOf(work.sync, rest.results[0]?.outcome?.pushId ?? '');
  assert.match(evidence.markdown, /Added "added" as rule 3/);
  assert.equal((JSON.parse(evidence.json) as { verdict: string }).verdict, 'applied');
});

test('nothing that is not verified is ever pruned', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  live.readFault = (count) => (count === 3 ? new ExpectedError('unreachable', 'cut') : undefined);
  const { verdict, snapshot } = await pushOne(work.sync, await work.plan(images));
  assert.equal(verdict, 'unknown');
  const old = work.restarted({ clock: { now: () => new Date(Date.now() + 400 * 24 * 3600 * 1000) } });
  await prune(old, { days: 0, pushes: 0 });
  assert.ok(await old.store.get(snapshot));
  assert.equal((await old.journal.all()).length, 1);
  await recoverPushes(old);
  assert.deepEqual((await prune(old, { days: 0, pushes: 0 })).pushes, 1);
  assert.equal(await old.store.get(snapshot), undefined);
  assert.ok(await baseDocument(old, images));
});
