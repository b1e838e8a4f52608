import assert from 'node:assert/strict';
import files, {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Mutexes } from '../../../src/core/sync/store/mutexes.ts';
import { hashOfText, ObjectStore } from '../../../src/core/sync/store/objectStore.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { addRule, images, isCode, pulled, type TestWorkspace } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { prune } from '../../../src/core/sync/prune.ts';

const years = 3 * 365 * 24 * 3600 * 1000;

async function elsewhere(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'ordinance-elsewhere-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function old(place: string, text: string): Promise<string> {
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, text);
  const then = new Date(Date.now() - years);
  await utimes(place, then, then);
  return place;
}

const later = (work: TestWorkspace) =>
  prune(work.restarted({ clock: { now: () => new Date(Date.now() + years) } }), { days: 0, pushes: 0 });

const isRefused = (error: unknown): boolean =>
  isExpected(error) && ['symbolic-link', 'outside-workspace'].includes(error.code);

test('pruning removes nothing through a link, inside or out', async (t) => {
  for (const link of ['objects/aa', 'objects', 'bases', 'journal', 'journal/test', '']) {
    const { work } = await pulled(t);
    const outside = await elsewhere(t);
    const inside = path.join(work.root, 'policies');
    for (const target of [outside, inside]) {
      const hash = 'aa'.repeat(32);
      const victims = await Promise.all(
        [hash, `aa/${hash}`, 'id_rsa', `objects/aa/${hash}`, `bases/${hash}`, 'test/push.jsonl'].map((name) =>
          old(path.join(target, name), 'theirs'),
        ),
      );
      const place = path.join(work.storeFolder, link);
      const kept = `${work.root}.kept`;
      await rename(place, kept).catch(() => undefined);
      await mkdir(path.dirname(place), { recursive: true });
      await symlink(path.relative(path.dirname(place), target), place);
      await later(work).catch((error: unknown) => assert.ok(isRefused(error), String(error)));
      for (const victim of victims) {
        assert.equal(await readFile(victim, 'utf8'), 'theirs', `${link}: ${victim}`);
      }
      await rm(place);
      await rename(kept, place).catch(() => undefined);
    }
    await rm(`${work.root}.kept`, { recursive: true, force: true });
  }
});

test('pruning removes what the store itself puts there and nothing else', async (t) => {
  const { work } = await pulled(t);
  const hash = 'ab'.repeat(32);
  const names = [
    'README',
    hash.toUpperCase(),
    `${hash}0`,
    hash.slice(1),
    `cd${hash.slice(2)}`,
    `${hash}.tmp`,
  ];
  const kept = [
    ...names.map((name) => `objects/ab/${name}`),
    `objects/abc/${hash}`,
    `objects/${hash}`,
    `objects/ab/folder/${hash}`,
    ...names.map((name) => `bases/x${name}`),
    'notes.txt',
  ];
  await Promise.all(kept.map((name) => old(path.join(work.storeFolder, name), 'x')));
  const draft = `${hash}.0123456789ab.tmp`;
  const gone = [`objects/ab/${hash}`, `bases/${hash}`, `objects/ab/${draft}`, `bases/${draft}`];
  await Promise.all(gone.map((name) => old(path.join(work.storeFolder, name), 'x')));
  await later(work);
  const left = await work.files(work.storeFolder);
  assert.deepEqual(
    kept.filter((name) => !left.includes(path.join(work.storeFolder, name))),
    [],
  );
  assert.deepEqual(
    gone.filter((name) => left.includes(path.join(work.storeFolder, name))),
    [],
  );
});

test('pruning removes no document while a folder that may refer to it cannot be listed', async (t) => {
  const { work } = await pulled(t);
  const hash = 'ab'.repeat(32);
  const object = await old(path.join(work.storeFolder, `objects/ab/${hash}`), 'x');
  const base = await old(path.join(work.storeFolder, `bases/${hash}`), hash);
  await old(path.join(work.root, 'closed', 'ordinance.lock.json'), hash);
  const { readdir: list } = files;
  for (const closed of ['closed', '.ordinance/bases']) {
    const place = path.join(work.root, closed);
    const refused = Object.assign(new Error(`EACCES: ${place}`), { code: 'EACCES' });
    t.mock.method(files, 'readdir', (...args: Parameters<typeof list>) =>
      args[0] === place ? Promise.reject(refused) : list(...args),
    );
    syncBuiltinESMExports();
    try {
      await assert.rejects(
        later(work),
        (error) =>
          isExpected(error) &&
          error.message === `${place} cannot be read: you have no permission to read it.`,
      );
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    assert.deepEqual([await readFile(object, 'utf8'), await readFile(base, 'utf8')], ['x', hash], closed);
  }
  await later(work);
  assert.equal(await readFile(object, 'utf8'), 'x');
});

test('a document that is stored again at any moment of its pruning is stored', async (t) => {
  const { work } = await pulled(t);
  const store = new ObjectStore(work.storeFolder);
  const [object, base] = [hashOfText('x'), 'cd'.repeat(32)];
  const put = () => store.putBase(base, 'x');
  const places = [`objects/${object.slice(0, 2)}/${object}`, `bases/${base}`];
  const { lstat: look, utimes: touch } = files;
  for (const place of places) {
    // Pruning looks at a file where all find it, and then where only pruning finds it.
    for (const isThere of [
      (file: string) => file.endsWith(place),
      (file: string) => file.includes(`${place}.`),
    ]) {
      await put();
      await Promise.all(places.map((file) => touch(path.join(work.storeFolder, file), 0, 0)));
      t.mock.method(files, 'lstat', async (...args: Parameters<typeof look>) => {
        const stats = await look(...args);
        await (isThere(String(args[0])) ? put() : undefined);
        return stats;
      });
      syncBuiltinESMExports();
      await prune(work.sync, { days: 1, pushes: 0 });
      assert.equal(await store.getBase(base), 'x', place);
      t.mock.restoreAll();
    }
    // Another process removes the file just before its time is refreshed.
    t.mock.method(files, 'utimes', async (...args: Parameters<typeof touch>) => {
      await rm(args[0], { force: true });
      return touch(...args);
    });
    syncBuiltinESMExports();
    await put();
    t.mock.restoreAll();
    syncBuiltinESMExports();
    assert.equal(await store.getBase(base), 'x', place);
  }
});

test('pruning waits for git, which takes a lock file away before it puts another one there', async (t) => {
  const { work } = await pulled(t);
  const hash = 'ab'.repeat(32);
  const object = await old(path.join(work.storeFolder, `objects/ab/${hash}`), 'x');
  await old(path.join(work.storeFolder, `bases/${hash}`), hash);
  const git = path.join(work.root, '.git');
  await mkdir(git);
  await writeFile(path.join(git, 'index.lock'), '');
  const pruned = later(work);
  await setTimeout(50);
  await old(path.join(work.root, 'other', 'ordinance.lock.json'), hash);
  await rename(path.join(git, 'index.lock'), path.join(git, 'index'));
  await pruned;
  assert.equal(await readFile(object, 'utf8'), 'x');
});

test('nothing of the store is read or written through a link', async (t) => {
  const { work, live } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  for (const link of ['objects', 'journal', 'journal/test', 'mutexes', '.gitignore', '']) {
    const inside = path.join(work.root, 'moved');
    const place = path.join(work.storeFolder, link);
    if (link === 'journal' || link === 'journal/test') {
      await mkdir(place, { recursive: true });
    }
    await rename(place, inside);
    await symlink(inside, place);
    const before = (await readdir(work.root, { recursive: true })).toSorted();
    const next = work.restarted();
    await assert.rejects(pushOne(next, plan), isRefused, link);
    assert.deepEqual((await readdir(work.root, { recursive: true })).toSorted(), before, link);
    if (link.startsWith('journal')) {
      await assert.rejects(next.journal.all(), isRefused, link);
    }
    await rm(place);
    await rename(inside, place);
  }
  assert.equal(live.puts, 0);
  assert.equal((await pushOne(work.restarted(), plan)).verdict, 'applied');
});

test('a document, a base and a mutex that are links are none', async (t) => {
  const folder = await elsewhere(t);
  const store = new ObjectStore(path.join(folder, '.ordinance'));
  const hash = await store.put('{}');
  const base = hashOfText('base');
  await store.putBase(base, '{}');
  const theirs = await old(path.join(folder, 'policies', 'same'), '{}');
  for (const place of [`objects/${hash.slice(0, 2)}/${hash}`, `bases/${base}`]) {
    await rm(path.join(store.folder, place));
    await symlink(theirs, path.join(store.folder, place));
  }
  await assert.rejects(store.get(hash), isCode('symbolic-link'));
  await assert.rejects(store.getBase(base), isCode('symbolic-link'));
  await assert.rejects(store.put('{}'), isCode('symbolic-link'));
  const mutexes = new Mutexes(store.folder);
  const held = await mutexes.tryTake('one');
  const [name = ''] = await readdir(path.join(store.folder, 'mutexes'));
  await held?.release();
  await symlink(theirs, path.join(store.folder, 'mutexes', name));
  await assert.rejects(mutexes.tryTake('one'), isCode('symbolic-link'));
  assert.equal(await readFile(theirs, 'utf8'), '{}');
});

test('names that are no hashes lead nowhere', async (t) => {
  const folder = await elsewhere(t);
  const store = new ObjectStore(path.join(folder, '.ordinance'));
  await old(path.join(folder, 'secret'), 'theirs');
  for (const name of ['../../secret', '..', '', 'a'.repeat(63), `${'a'.repeat(64)}/..`]) {
    assert.equal(await store.get(name), undefined);
    assert.equal(await store.getBase(name), undefined);
  }
});

test('files that are none of ours keep nothing from being pruned, and what ours name is kept', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId, snapshot } = await pushOne(work.sync, await work.plan(images));
  const unneeded = await new ObjectStore(work.storeFolder).put('{"rules":[]}');
  const journal = path.join(work.storeFolder, 'journal', 'test');
  await truncate(await old(path.join(journal, 'x.jsonl'), ''), 65 * 1024 * 1024);
  // Somebody made ours so long that it is not read as a record.
  await truncate(path.join(journal, `${pushId}.jsonl`), 65 * 1024 * 1024);
  const lock = 'ordinance.lock.json';
  await truncate(await old(path.join(work.root, 'huge', lock), ''), 65 * 1024 * 1024);
  await mkdir(path.join(work.root, 'devices'));
  await symlink('/dev/zero', path.join(work.root, 'devices', lock));
  await mkdir(path.join(work.root, 'circle'));
  await symlink(lock, path.join(work.root, 'circle', lock));
  await truncate(await old(path.join(work.storeFolder, 'bases', 'cd'.repeat(32)), 'x'), 65 * 1024 * 1024);
  await later(work);
  assert.equal(await work.sync.store.get(unneeded), undefined);
  assert.notEqual(await work.sync.store.get(snapshot), undefined);
});
