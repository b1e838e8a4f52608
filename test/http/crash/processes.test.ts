import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { LockFile } from '../../../src/core/sync/store/lockFile.ts';
import { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { addRule, images, rule, TestWorkspace, withRules } from '../../unit/sync/workspace.ts';
import { bundledChild, run, served } from './runChild.ts';
import { planOne } from '../../unit/sync/planAndPush.ts';
import { baseDocument, pullPolicies } from '../../../src/core/sync/pull.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';

const kinds = policyKinds.filter(({ family }) => family !== 'cnns').slice(0, 6);

/** Every file is whole, every base is there, the lock file has one line for each policy, nobody holds a mutex. */
async function checkFolder(work: TestWorkspace): Promise<void> {
  const lock = new LockFile(work.policyFolder, work.root);
  const text = await readFile(lock.path, 'utf8');
  assert.doesNotThrow(() => JSON.parse(text) as unknown);
  assert.deepEqual([...(await lock.read()).keys()].toSorted(), kinds.map(({ name }) => name).toSorted());
  const next = work.restarted();
  for (const kind of kinds) {
    await work.value(kind);
    assert.ok(await baseDocument(next, kind), kind.name);
  }
  for (const file of await work.files(work.root)) {
    assert.ok(!file.endsWith('.tmp'), file);
  }
  assert.deepEqual(await readdir(path.join(work.storeFolder, 'mutexes')), []);
  const records = await next.journal.all();
  assert.ok(records.every(({ closed, verdict }) => closed && verdict !== undefined));
}

test('two processes push and pull different policies of one folder: every base is there, no file is mixed', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  const work = await TestWorkspace.make(t, live);
  const at = { root: work.root, url };
  await work.pull(kinds);
  for (let round = 0; round < 3; round++) {
    for (const kind of kinds) {
      await work.edit(
        kind,
        withRules((rules) => [...rules, rule(`round ${round}`)]),
      );
    }
    const names = kinds.map(({ name }) => name);
    const [first, second, third] = await Promise.all([
      run(child, { ...at, what: 'push', about: names.slice(0, 3) }),
      run(child, { ...at, what: 'push', about: names.slice(3) }),
      run(child, { ...at, what: 'pull', about: names.toReversed() }),
    ]);
    assert.deepEqual(
      [...first.ends, ...second.ends],
      names.map(() => 'applied'),
    );
    assert.ok(
      third.ends.every((end) => end === 'pulled' || end.includes('changed')),
      third.ends.join(),
    );
    await checkFolder(work);
    const next = work.restarted();
    for (const kind of kinds) {
      assert.ok(live.names(kind).includes(`round ${round}`));
      assert.equal((await refreshStatus(next, kind)).state, 'in-sync', kind.name);
    }
  }
});

test('four processes push the same policy: one push each time, the others are told, nothing is lost', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  const work = await TestWorkspace.make(t, live);
  const at = { root: work.root, url };
  await work.pull(kinds);
  for (let round = 0; round < 4; round++) {
    await work.edit(
      images,
      withRules((rules) => [...rules, rule(`round ${round}`)]),
    );
    live.forgetRequests();
    const runs = await Promise.all(Array.from({ length: 4 }, () => run(child, { ...at, what: 'push' })));
    const ends = runs.flatMap((one) => one.ends);
    assert.equal(ends.filter((end) => end === 'applied').length, 1, ends.join());
    // Each waits for its turn, and is then told that live or the base moved, or that nothing is left to do.
    assert.ok(
      ends.every((end) => ['applied', 'drift', 'base-moved', 'nothing-to-push'].includes(end)),
      ends.join(),
    );
    assert.equal(live.puts, 1);
    await checkFolder(work);
    assert.equal((await refreshStatus(work.restarted(), images)).state, 'in-sync');
  }
  assert.deepEqual(live.names(images).slice(-4), ['round 0', 'round 1', 'round 2', 'round 3']);
});

test('git checkout at every moment of a push: no mixed file, no base under a file that was not made from it', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  const work = await TestWorkspace.make(t, live);
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: work.root, stdio: 'ignore' });
  };
  const [other = images] = kinds.filter(({ name }) => name !== images.name);
  const seed = new Map(live.documents);
  await work.pull(kinds);
  git('init', '-b', 'main');
  git('add', 'policies');
  git('commit', '-m', 'pulled');
  // The branch is behind: it was pulled before somebody changed two policies.
  git('branch', 'behind');
  for (const kind of [images, other]) {
    const document = live.documents.get(kind.name) ?? new Map();
    live.documents.set(kind.name, withRules((rules) => [...rules, rule('later')])(document));
  }
  await pullPolicies(work.restarted(), [images, other], {
    format: 'yaml',
    chooseOverwrite: () => Promise.resolve('cancel'),
  });
  await work.edit(images, addRule);
  git('commit', '-am', 'edited');
  const ahead = new Map(live.documents);
  assert.notDeepEqual(seed, ahead);

  const moments = 14;
  const verdicts = new Set<string>();
  const states = new Set<string>();
  for (let moment = 0; moment < moments; moment++) {
    live.documents.clear();
    ahead.forEach((document, name) => live.documents.set(name, document));
    git('checkout', '-f', 'main');
    live.forgetRequests();
    const checkout = (): void => git('checkout', '-f', 'behind');
    // Plan and push read live once each, the push once more after its PUT.
    const at = ['plan', 'push', 'put', 'read-back'][moment];
    live.beforeRead = (count) =>
      count === { plan: 1, push: 2, 'read-back': 3 }[at ?? ''] ? checkout() : undefined;
    live.beforeWrite = () => {
      if (at === 'put') {
        checkout();
      } else if (at === undefined) {
        // Some time after the PUT: while the verdict is recorded and the lock file written.
        setTimeout(checkout, (moment - 4) * 4);
      }
    };
    const ended = await run(child, { root: work.root, url, what: 'push' });
    live.beforeRead = undefined;
    live.beforeWrite = undefined;
    await new Promise((resolve) => setTimeout(resolve, 50));
    ended.ends.forEach((end) => verdicts.add(end));
    const onBranch = execFileSync('git', ['branch', '--show-current'], {
      cwd: work.root,
      encoding: 'utf8',
    }).trim();
    await checkFolder(work);
    const next = work.restarted();
    for (const kind of [images, other]) {
      const { state } = await refreshStatus(next, kind);
      states.add(`${onBranch} ${kind.target} ${state}`);
      if (onBranch !== 'behind') {
        continue;
      }
      // The file is that of the branch, and so is its base: a push would be refused.
      const base = await baseDocument(next, kind);
      assert.ok(base);
      const file = await work.value(kind);
      assert.equal(canonicalHash(kind, base), canonicalHash(kind, file), `moment ${moment}, ${kind.name}`);
      assert.notEqual((await planOne(next, kind)).kind, 'plan', `moment ${moment}, ${kind.name}`);
    }
  }
  t.diagnostic([...states].toSorted().join('; '));
  assert.ok(verdicts.has('applied'), [...verdicts].join());
  assert.ok([...states].every((state) => !state.endsWith('edited') && !state.endsWith('unknown')));
});
