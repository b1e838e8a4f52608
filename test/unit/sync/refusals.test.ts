import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { verifiedEdit, verifiedRepair } from '../../../src/core/document/edit/verifiedEdit.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { Bases } from '../../../src/core/sync/store/bases.ts';
import type { WorkingCopies } from '../../../src/core/sync/ports.ts';
import { Journal } from '../../../src/core/sync/store/journal.ts';
import { LockFile } from '../../../src/core/sync/store/lockFile.ts';
import { Mutexes, policyMutex } from '../../../src/core/sync/store/mutexes.ts';
import { readTestText, testFilesBelow } from '../../../src/core/sync/store/testFiles.ts';
import { endPatience } from './endPatience.ts';
import { testSeal } from './testSeal.ts';
import { addRule, images, isCode, pulled } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { pullPolicies, baseDocument } from '../../../src/core/sync/pull.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';
import { forgetPolicies } from '../../../src/core/sync/policyStatus.ts';

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-refusals-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The working copies of `copies`, where `when` runs before each look at a file. */
function watched(copies: WorkingCopies, when: (look: number) => Promise<unknown>): WorkingCopies {
  let looks = 0;
  return {
    read: async (ref) => {
      await when(++looks);
      return copies.read(ref);
    },
    text: (ref) => copies.text(ref),
    write: (...args) => copies.write(...args),
  };
}

test('a mutex that stays held is refused, and what it guards does not run', async (t) => {
  const mutexes = new Mutexes(path.join(await folderOf(t), '.ordinance'));
  const held = await mutexes.tryTake('one');
  endPatience(t);
  await assert.rejects(
    mutexes.with('one', () => assert.fail('it ran')),
    isCode('busy'),
  );
  t.mock.restoreAll();
  await held?.release();
});

test('nothing is read, written or sent while other work on the policy does not end', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.forgetRequests();
  const held = await new Mutexes(work.storeFolder).tryTake(policyMutex('test', images.name));
  endPatience(t);
  await assert.rejects(pushOne(work.sync, plan), isCode('busy'));
  const { failed } = await pullPolicies(work.restarted(), [images], {
    format: 'yaml',
    chooseOverwrite: () => assert.fail('it asked'),
  });
  t.mock.restoreAll();
  assert.ok(failed.length === 1 && isCode('busy')(failed[0]?.error));
  assert.deepEqual(live.requests, []);
  await held?.release();
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
});

test('a lock file that changes each time it is to be written is left as it is', async (t) => {
  const folder = await folderOf(t);
  const lock = new LockFile(folder, folder);
  let writes = 0;
  const allows = async (): Promise<boolean> => {
    await writeFile(lock.path, `{ "version": 1, "other": ${++writes} }\n`);
    return true;
  };
  const entry = { base: `sha256:${'0'.repeat(64)}`, at: '2026-01-01T00:00:00.000Z' };
  await assert.rejects(lock.set('vulnerability/images', entry, allows), isCode('file-changed'));
  assert.ok(writes > 1);
});

test('a policy without a file is not merged', async (t) => {
  const { work } = await pulled(t);
  await rm(path.join(work.policyFolder, 'vulnerability'), { recursive: true });
  await assert.rejects(mergeWithLive(work.sync, images), isCode('not-pulled'));
});

test('a merge whose file is changed while the base moves leaves the base', async (t) => {
  const { work, live } = await pulled(t);
  await work.edit(images, addRule);
  live.set(
    images,
    '{"rules":[{"name":"a","collections":[{"name":"All"}],"note":2.0},{"name":"b","collections":[{"name":"prod"}]}]}',
  );
  const base = await baseDocument(work.sync, images);
  const copies: WorkingCopies = {
    ...watched(work.copies, async () => undefined),
    write: async (...args) => {
      await work.copies.write(...args);
      await work.write(images, 'rules: []\n');
    },
  };
  const sync = work.restarted({ copies });
  const merge = await mergeWithLive(sync, images);
  assert.ok(merge.kind === 'merge');
  await assert.rejects(
    saveMerge(sync, images, new Map(), merge.seen),
    (error: Error) => isCode('merge-outdated')(error) && error.message.includes('during the merge'),
  );
  assert.deepEqual(await baseDocument(work.sync, images), base);
});

test('a policy whose file comes back is not forgotten', async (t) => {
  const { work } = await pulled(t);
  const text = await work.text(images);
  await rm(path.join(work.policyFolder, 'vulnerability'), { recursive: true });
  const copies = watched(work.copies, async (look) => look === 2 && (await work.write(images, text)));
  await assert.rejects(forgetPolicies(work.restarted({ copies }), [images]), isCode('has-file'));
  assert.equal(await work.text(images), text);
});

test('a repair without a way, and a layout that says something else, are refused', () => {
  const document = readPolicyText('rules:\n  - name: a\n', 'yaml', images);
  const range = { start: 0, end: 1 };
  assert.throws(() => verifiedRepair(document, { code: 'x', within: [range] }, []), isCode('unsafe-edit'));
  const at = document.text.indexOf('a\n');
  assert.throws(
    () => verifiedEdit(document, { respelled: true }, [() => [{ start: at, end: at + 1, text: 'b' }]]),
    isCode('unsafe-edit'),
  );
});

test('files of tests: too many are refused, and one that is not there is named', async (t) => {
  const root = await folderOf(t);
  await assert.rejects(readTestText(root, path.join(root, 'none.policy-test.yaml')), isCode('no-file'));
  await mkdir(path.join(root, 'a'));
  await mkdir(path.join(root, 'b'));
  const names = Array.from({ length: 1001 }, (_, at) => `t${at}.policy-test.yaml`);
  for (const folder of ['a', 'b']) {
    await Promise.all(names.map((name) => writeFile(path.join(root, folder, name), '')));
  }
  await assert.rejects(testFilesBelow(root), isCode('too-many'));
});

test('a byte order mark is no part of the text of a test file, so columns are right', async (t) => {
  const root = await folderOf(t);
  const file = path.join(root, 'one.policy-test.json');
  await writeFile(file, '\ufeff{}');
  assert.equal(await readTestText(root, file), '{}');
});

test('a file that is changed while it is written stays as it was changed', async (t) => {
  const { work } = await pulled(t);
  const text = await work.text(images);
  const file = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
  const edit = {
    get start() {
      writeFileSync(file, 'rules: []\n');
      return 0;
    },
    end: 0,
    text: '# mine\n',
  };
  await assert.rejects(work.copies.write(images, 'yaml', [edit], text), isCode('file-changed'));
  assert.equal(await work.text(images), 'rules: []\n');
});

test('a pull gives up where another base comes meanwhile, and leaves the file', async (t) => {
  const { work, live } = await pulled(t);
  await work.edit(images, addRule);
  const text = await work.text(images);
  const lock = new LockFile(work.policyFolder, work.root);
  live.beforeRead = (count) =>
    lock.set(images.name, {
      base: String(count % 10).repeat(64),
      at: '2026-01-01T00:00:00.000Z',
    });
  const report = await work.pull([images], { chooseOverwrite: () => Promise.resolve('overwrite') });
  assert.deepEqual(
    report.failed.map(({ error }) => isCode('file-changed')(error)),
    [true],
  );
  assert.equal(await work.text(images), text);
});

test('a merge gives up where another base comes meanwhile, and leaves the file', async (t) => {
  const { work, live } = await pulled(t);
  await work.edit(images, addRule);
  live.set(images, '{}');
  const text = await work.text(images);
  const merge = await mergeWithLive(work.sync, images);
  assert.equal(merge.kind, 'merge');
  const choices = new Map(merge.open.map(({ id }) => [id, 'mine'] as const));
  const { baseHash } = merge.seen;
  // The base moves after the merge is computed, before it is written.
  const hashes = [baseHash, baseHash, baseHash, '7'.repeat(64)];
  t.mock.method(Bases.prototype, 'hash', () => Promise.resolve(hashes.shift()));
  await assert.rejects(saveMerge(work.sync, images, choices, merge.seen), isCode('merge-outdated'));
  assert.equal(await work.text(images), text);
  assert.deepEqual(hashes, []);
});

test('a push that cannot be removed from the journal is an error of the disk', async (t) => {
  const store = await folderOf(t);
  const journal = new Journal(store, 'test', testSeal, { now: () => new Date() });
  const folder = path.join(store, 'journal/test/2026-01-01T00-00-00.000Z-1.jsonl');
  await mkdir(path.join(folder, 'inside'), { recursive: true });
  await assert.rejects(journal.remove('2026-01-01T00-00-00.000Z-1'), { code: 'ERR_FS_EISDIR' });
});
