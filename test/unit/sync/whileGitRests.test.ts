import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { writeDurably } from '../../../src/core/sync/store/durableFile.ts';
import { LockFile } from '../../../src/core/sync/store/lockFile.ts';

interface Repository {
  readonly root: string;
  readonly file: string;
  /** Git's own folder. */
  readonly git: string;
  /** Replaces the file if it still says `old`; answers whether it did. */
  readonly replace: (still?: () => Promise<boolean>) => Promise<boolean>;
}

/** What git leaves in its own folder, without git. `worktree`: `.git` is a file that names the folder. */
async function repository(t: TestContext, worktree = false): Promise<Repository> {
  const root = await mkdtemp(path.join(tmpdir(), 'ordinance-git-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const git = path.join(root, worktree ? 'elsewhere' : '.git');
  await mkdir(git);
  if (worktree) {
    await writeFile(path.join(root, '.git'), 'gitdir: elsewhere\n');
  }
  const file = path.join(root, 'policies', 'file');
  await mkdir(path.dirname(file));
  await writeFile(file, 'old');
  await writeFile(path.join(git, 'index'), 'one');
  const same = async (): Promise<boolean> => (await readFile(file, 'utf8')) === 'old';
  return { root, file, git, replace: (still = same) => writeDurably(root, file, 'new', { still }) };
}

for (const worktree of [false, true]) {
  test(`a file is not replaced while git replaces files${worktree ? ', in a worktree too' : ''}`, async (t) => {
    const { file, git, replace } = await repository(t, worktree);
    const lock = path.join(git, 'index.lock');
    await writeFile(lock, 'two');
    let done = false;
    const replaced = replace().finally(() => {
      done = true;
    });
    await setTimeout(100);
    assert.equal(done, false);
    // The file comes, then the index.
    await writeFile(file, 'of git');
    await rename(lock, path.join(git, 'index'));
    assert.equal(await replaced, false);
    assert.equal(await readFile(file, 'utf8'), 'of git');
  });
}

test('what git did while the file was looked at is looked at again', async (t) => {
  const { file, git, replace } = await repository(t);
  let looks = 0;
  const replaced = await replace(async () => {
    const now = await readFile(file, 'utf8');
    if (++looks === 1) {
      // From beginning to end between this look and the replacement.
      await writeFile(path.join(git, 'index.lock'), 'two');
      await writeFile(file, 'of git');
      await rename(path.join(git, 'index.lock'), path.join(git, 'index'));
    }
    return now === 'old';
  });
  assert.deepEqual([replaced, looks, await readFile(file, 'utf8')], [false, 2, 'of git']);
});

test('nobody waits for what a git that crashed left behind', async (t) => {
  const { file, git, replace } = await repository(t);
  const lock = path.join(git, 'index.lock');
  await writeFile(lock, '');
  const then = new Date(Date.now() - 60_000);
  await utimes(lock, then, then);
  assert.equal(await replace(), true);
  assert.equal(await readFile(file, 'utf8'), 'new');
});

test('a line of the lock file is not set when what allows it ends while the line is written', async (t) => {
  const { root, git } = await repository(t);
  const lock = new LockFile(root, root);
  const entry = { base: 'a'.repeat(64), at: '2026-01-01T00:00:00.000Z' };
  let file = 'made from it';
  const set = lock.set('vulnerability/images', entry, async () => {
    const answer = file === 'made from it';
    if (answer) {
      // A branch whose lock file says the same.
      file = 'of git';
      await writeFile(path.join(git, 'index'), 'two');
    }
    return answer;
  });
  const other = lock.set('vulnerability/host', entry);
  assert.deepEqual([await set, await other], [false, true]);
  assert.deepEqual([...(await lock.read()).keys()], ['vulnerability/host']);
});

test('a file is refused when git never comes to rest', async (t) => {
  const { file, git, replace } = await repository(t);
  let looks = 0;
  const replaced = replace(async () => {
    await writeFile(path.join(git, 'index'), `change ${++looks}`);
    return true;
  });
  await assert.rejects(replaced, { code: 'file-changed' });
  assert.equal(await readFile(file, 'utf8'), 'old');
});
