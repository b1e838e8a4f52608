import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { machineKey, machineKeyFile } from '../../../src/core/sync/store/seal.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { isCode } from './workspace.ts';

async function home(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'ordinance-home-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

function keyIn(folder: string, workspaces: readonly string[] = []) {
  const told: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => told.push(message) };
  const variables = { XDG_STATE_HOME: folder };
  return { told, key: () => machineKey({ variables, workspaces, logger }), file: machineKeyFile(variables) };
}

test('the key is made once, for its user alone, and is the same for all who ask at once', async (t) => {
  const { key, file, told } = keyIn(await home(t));
  const keys = await Promise.all(Array.from({ length: 8 }, key));
  assert.equal(new Set(keys.map(String)).size, 1);
  assert.equal(keys[0]?.length, 32);
  assert.deepEqual(await key(), keys[0]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(told, []);
});

test('processes that start at once share one key, and leave no draft', async (t) => {
  const folder = await home(t);
  const { key, file } = keyIn(folder);
  const source = new URL('../../../src/core/sync/store/seal.ts', import.meta.url).href;
  const script = `
    const { machineKey } = await import(${JSON.stringify(source)});
    const logger = { warn: (message) => { throw new Error(message); } };
    const found = await machineKey({ variables: process.env, workspaces: [], logger });
    console.log(found.toString('hex'));`;
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, XDG_STATE_HOME: folder },
    });
  const keys = (await Promise.all(Array.from({ length: 4 }, run))).map(({ stdout }) => stdout.trim());
  assert.deepEqual([...new Set(keys)], [(await key()).toString('hex')]);
  assert.deepEqual(await readdir(path.dirname(file)), ['machine.key']);
});

test('a crash before the key is in place leaves no unusable key', async (t) => {
  const { key, file, told } = keyIn(await home(t));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.0123456789ab.tmp`, '', { mode: 0o600 });
  assert.deepEqual(await key(), await key());
  assert.deepEqual(told, []);
});

test('a key that others could have written or read is none, and that is said', async (t) => {
  const spoil: Readonly<Record<string, (file: string, folder: string) => Promise<void>>> = {
    'others may': (file) => chmod(file, 0o644),
    'not an ordinary': async (file, folder) => {
      await rm(file);
      await writeFile(path.join(folder, 'planted'), 'a'.repeat(64), { mode: 0o600 });
      await symlink(path.join(folder, 'planted'), file);
    },
    'contains no key': (file) => writeFile(file, 'a'.repeat(63)),
  };
  for (const [why, how] of Object.entries(spoil)) {
    const folder = await home(t);
    const { key, file, told } = keyIn(folder);
    const before = await key();
    await how(file, folder);
    assert.notDeepEqual(await key(), before, why);
    assert.match(told.join(), new RegExp(why));
    assert.notDeepEqual(await key(), Buffer.from('a'.repeat(64), 'hex'));
  }
});

test('a key in the workspace is none: it may have come with it', async (t) => {
  const folder = await home(t);
  const { key, file, told } = keyIn(folder, [folder]);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'a'.repeat(64), { mode: 0o600 });
  assert.notDeepEqual(await key(), Buffer.from('a'.repeat(64), 'hex'));
  assert.match(told.join(), /lies in the workspace/);
  assert.equal(await readFile(file, 'utf8'), 'a'.repeat(64));
});

test('a pipeline gives it by a variable, which has to be long enough', async (t) => {
  const folder = await home(t);
  const of = (ORDINANCE_MACHINE_KEY: string) =>
    machineKey({
      variables: { XDG_STATE_HOME: folder, ORDINANCE_MACHINE_KEY },
      workspaces: [],
      logger: silentLogger,
    });
  assert.deepEqual(await of('k'.repeat(32)), await of('k'.repeat(32)));
  assert.notDeepEqual(await of('k'.repeat(32)), await of('l'.repeat(32)));
  assert.deepEqual(await of(`\ufeff${'k'.repeat(32)}\r\n`), await of('k'.repeat(32)));
  await assert.rejects(of('k'.repeat(31)), isCode('machine-key'));
  await assert.rejects(of(`${'k'.repeat(31)}\n`), isCode('machine-key'));
  await assert.rejects(of(`${'k'.repeat(16)}\n${'k'.repeat(16)}`), isCode('machine-key'));
  await assert.rejects(stat(path.join(folder, 'ordinance')), /ENOENT/);
});
