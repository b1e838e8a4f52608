import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Programs, type Surroundings } from '../../../src/core/sync/programs.ts';
import { gitBases } from '../../../src/core/sync/store/git.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { HostileRepository } from './hostileRepository.ts';
import { images, isCode } from './workspace.ts';

const file = 'vulnerability/images.policy.yaml';

async function repository(t: TestContext): Promise<HostileRepository> {
  const made = await HostileRepository.make(t);
  await mkdir(path.join(made.root, 'vulnerability'));
  made.git('init', '-b', 'main');
  for (const version of ['first', 'second']) {
    await writeFile(path.join(made.root, file), `rules: [] # ${version}\n`);
    made.commit([file], version);
  }
  await made.commitSigned();
  return made;
}

function programs(root: string, more: Partial<Surroundings> = {}): Programs {
  return new Programs({ mayRun: () => true, workspaces: () => [root], ...more });
}

async function versions(root: string, around = programs(root)): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of gitBases(root, around, silentLogger).versions(images)) {
    texts.push(text.trim());
  }
  return texts;
}

const both = ['rules: [] # second', 'rules: [] # first'];

test('a repository that has programs run wherever it can has none run, and its versions are found', async (t) => {
  const hostile = await repository(t);
  await hostile.plant();
  assert.deepEqual(await versions(hostile.root), both);
  assert.deepEqual(await hostile.marks(), []);
  // The same settings under git as it comes: what is proven above is not that they do nothing.
  for (const args of [['log', '-1'], ['status'], ['diff'], ['log', '-p', '--ext-diff']]) {
    try {
      hostile.git(...args);
    } catch {
      // Its programs are no good; that they were run is what counts.
    }
  }
  const ran = await hostile.marks();
  assert.ok(ran.includes('gpg') && ran.includes('included'), ran.join());
});

test('what a partial clone does not have is not fetched', async (t) => {
  const hostile = await repository(t);
  await hostile.plant();
  await hostile.lose(file);
  assert.deepEqual(await versions(hostile.root), both.slice(1));
  assert.deepEqual(await hostile.marks(), []);
  assert.throws(() => hostile.git('cat-file', 'blob', `HEAD:${file}`));
  assert.ok((await hostile.marks()).includes('uploadpack'), 'git as it comes would have');
});

test('a bare repository that lies in a folder is none', async (t) => {
  const hostile = await repository(t);
  await hostile.plant();
  // The parts of `.git` as files of the workspace, which git takes for a repository when it stands in them.
  const inner = path.join(hostile.root, 'policies');
  await mkdir(inner);
  await cp(path.join(hostile.root, '.git'), inner, { recursive: true });
  await rename(path.join(hostile.root, '.git'), path.join(hostile.root, 'no-git'));
  await writeFile(
    path.join(inner, 'config'),
    (await readFile(path.join(inner, 'config'), 'utf8'))
      .replace(/^\s*worktree = .*\n/m, '')
      .replace('bare = false', 'bare = true'),
  );
  assert.deepEqual(await versions(inner), []);
  assert.deepEqual(await hostile.marks(), []);
  const asItComes = ['-C', inner, '-c', 'log.showSignature=false', 'log', '--format=%s'];
  assert.match(hostile.git(...asItComes), /second/, 'git as it comes reads it');
});

test('a git that lies in the workspace is not run, however it is named', async (t) => {
  const hostile = await repository(t);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const planted = await hostile.program('git');
  await copyFile(planted, path.join(hostile.root, 'git'));
  await chmod(path.join(hostile.root, 'git'), 0o755);
  const outside = path.join(path.dirname(hostile.root), 'outside');
  await mkdir(outside);
  // Outside, but it leads inside.
  await symlink(planted, path.join(outside, 'git'));
  await symlink(path.join(hostile.root, 'bin'), path.join(path.dirname(hostile.root), 'linked'));
  const PATH = ['', '.', 'bin', './bin', path.join(hostile.root, 'bin'), outside, `${outside}/../linked`];
  const around = (more: readonly string[]): Programs =>
    programs(hostile.root, {
      variables: { ...process.env, PATH: [...PATH, ...more].join(path.delimiter) },
    });
  assert.deepEqual(await versions(hostile.root, around([])), []);
  assert.deepEqual(await versions(hostile.root, around([path.dirname(real)])), both);
  assert.deepEqual(await hostile.marks(), []);
  for (const name of ['./git', 'bin/git', '..\\git']) {
    const call = { environment: 'bare', timeoutMs: 1000, mostBytes: 1000, folder: hostile.root } as const;
    await assert.rejects(programs(hostile.root).run(name, [], call), isCode('no-program'), name);
  }
});

test('without trust nothing is run, and what was not looked for is looked for later', async (t) => {
  const hostile = await repository(t);
  let trusted = false;
  const around = programs(hostile.root, { mayRun: () => trusted });
  await assert.rejects(versions(hostile.root, around), isCode('untrusted'));
  trusted = true;
  assert.deepEqual(await versions(hostile.root, around), both);
});

test('a program gets none of our secrets', async () => {
  const variables = {
    ...process.env,
    ORDINANCE_PROD_ACCESS_KEY_SECRET: 'key',
    ordinance_machine_key: 'key',
    GIT_DIR: '/nowhere',
    MINE: 'kept',
  };
  const around = programs('/nowhere', { variables });
  const call = { timeoutMs: 10_000, mostBytes: 1_000_000 };
  const print = ['-e', 'console.log(JSON.stringify(process.env))'];
  const seen = async (environment: 'bare' | 'user'): Promise<Record<string, string>> =>
    JSON.parse(await around.run(process.execPath, print, { ...call, environment })) as Record<string, string>;
  const bare = await seen('bare');
  assert.deepEqual([bare['GIT_DIR'], bare['MINE']], [undefined, undefined]);
  assert.equal(bare['HOME'], process.env['HOME']);
  const user = await seen('user');
  assert.equal(user['MINE'], 'kept');
  for (const all of [bare, user]) {
    assert.deepEqual(
      Object.keys(all).filter((name) => /^ordinance_/i.test(name)),
      [],
    );
  }
});
