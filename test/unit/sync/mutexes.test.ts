import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  Mutexes,
  expiryMs,
  policyMutex,
  isRunning,
  thisProcess,
} from '../../../src/core/sync/store/mutexes.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { endPatience } from './endPatience.ts';
import { addRule, images, isCode, pulled } from './workspace.ts';
import { pushOne } from './planAndPush.ts';

/** A process that cannot be asked: of another container on this computer, with a number that nobody has here. */
const elsewhere = { place: 'e'.repeat(24), pid: 4_000_000, started: '1' };

async function storeIn(t: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'ordinance-mutexes-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  return path.join(root, '.ordinance');
}

async function fileIn(store: string): Promise<string> {
  const names = await readdir(path.join(store, 'mutexes'));
  assert.equal(names.length, 1, names.join());
  return path.join(store, 'mutexes', names[0] ?? '');
}

/** The clock of the disk, moved: the last sign of life is so old. */
async function age(file: string, milliseconds: number): Promise<void> {
  const then = new Date(Date.now() - milliseconds);
  await utimes(file, then, then);
}

/** A process of its own that holds the mutex `one` until it ends. */
async function holderIn(t: TestContext, store: string) {
  const module = new URL('../../../src/core/sync/store/mutexes.ts', import.meta.url).href;
  const code = `
    const { Mutexes } = await import(${JSON.stringify(module)});
    const held = await new Mutexes(${JSON.stringify(store)}).tryTake('one');
    console.log(held ? 'held' : 'refused');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  assert.equal(said.toString().trim(), 'held');
  return {
    pid: child.pid ?? 0,
    stop: () => child.kill('SIGSTOP'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('a process that runs keeps its mutex however silent it is; one that was killed loses it at once', async (t) => {
  const store = await storeIn(t);
  const mutexes = new Mutexes(store);
  const holder = await holderIn(t, store);
  assert.equal(await mutexes.tryTake('one'), undefined);
  holder.stop();
  await age(await fileIn(store), 100 * expiryMs);
  assert.equal(await mutexes.tryTake('one'), undefined);
  const refused = await mutexes.refusal('one');
  assert.match(refused.message, new RegExp(`, in process ${holder.pid} of this computer\\.$`));
  await holder.kill();
  const taken = await mutexes.tryTake('one');
  assert.ok(taken);
  assert.ok(await taken.isHeld());
  await taken.release();
  assert.deepEqual(await readdir(path.join(store, 'mutexes')), []);
});

test('a number of a process that nobody has here says nothing about another container', async (t) => {
  assert.equal(isRunning(elsewhere), undefined);
  assert.equal(isRunning({ ...thisProcess(), pid: elsewhere.pid }), false);
  const store = await storeIn(t);
  const theirs = await new Mutexes(store, elsewhere).tryTake('one');
  const mine = new Mutexes(store);
  assert.equal(await mine.tryTake('one'), undefined, 'not stolen although its number is nobody here');
  const file = await fileIn(store);
  await age(file, expiryMs - 20_000);
  assert.equal(await mine.tryTake('one'), undefined);
  const refused = await mine.refusal('one');
  assert.match(refused.message, /in another container\. Its last sign of activity is 10\d seconds old\.$/);
  assert.match(refused.advice ?? '', /takes over after 120 seconds .* remove .*mutexes/);
  await age(file, expiryMs + 20_000);
  const taken = await mine.tryTake('one');
  assert.ok(taken);
  assert.equal(await theirs?.isHeld(), false, 'who lost it can know');
  await theirs?.release();
  assert.ok(await taken.isHeld(), 'and does not give away what is not its own');
});

test('a later process with the same number is another one', { skip: process.platform !== 'linux' }, () => {
  const self = thisProcess();
  assert.equal(isRunning(self), true);
  assert.equal(isRunning({ ...self, started: '1' }), false);
});

test('signs of life are given as long as the mutex is held', async (t) => {
  const store = await storeIn(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const theirs = await new Mutexes(store, elsewhere).tryTake('one');
  const file = await fileIn(store);
  await age(file, 2 * expiryMs);
  t.mock.timers.tick(10_000);
  while ((await stat(file)).mtimeMs < Date.now() - expiryMs) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(await new Mutexes(store).tryTake('one'), undefined);
  await theirs?.release();
});

test('whatever came with a repository blocks for a while and not for ever', async (t) => {
  const planted = [
    'x',
    '1 localhost 77',
    `2 ${elsewhere.place} 1 1 ${'0'.repeat(16)}`,
    `2 ${elsewhere.place} 1 1 ${'0'.repeat(16)}\n`,
    'x'.repeat(100_000),
    '\0',
    '',
  ];
  for (const text of planted) {
    const store = await storeIn(t);
    const mutexes = new Mutexes(store);
    await (await mutexes.tryTake('one'))?.release();
    const held = await mutexes.tryTake('one');
    const file = await fileIn(store);
    await held?.release();
    await writeFile(file, text);
    // Years ahead: it would never grow old.
    await age(file, -10 * 365 * 24 * 3600 * 1000);
    assert.equal(await mutexes.tryTake('one'), undefined, text.slice(0, 40));
    const { message, advice } = await mutexes.refusal('one');
    assert.match(`${message} ${advice}`, /remove .*mutexes/);
    assert.ok((await stat(file)).mtimeMs < Date.now() + 60_000, 'from here on it grows old');
    await age(file, expiryMs + 20_000);
    const taken = await mutexes.tryTake('one');
    assert.ok(taken, text.slice(0, 40));
    await taken.release();
  }
});

test('who lost the mutex of a push while the computer slept sends nothing', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const file = async (): Promise<string> => fileIn(work.storeFolder);
  const planted = 'taken over';
  const saving = Promise.withResolvers<void>();
  const onStep = (step: string): void => {
    if (step === 'saving-snapshot') {
      saving.resolve();
    }
  };
  const push = pushOne(work.sync, plan, { onStep });
  await saving.promise;
  await writeFile(await file(), planted);
  await assert.rejects(push, isCode('busy'));
  assert.equal(live.puts, 0);
  assert.equal(await readFile(await file(), 'utf8'), planted);
});

test('a push that is refused says by whom and what helps', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const name = policyMutex('test', images.name);
  const theirs = await new Mutexes(work.storeFolder, elsewhere).tryTake(name);
  endPatience(t);
  await assert.rejects(
    pushOne(work.sync, plan),
    (error) =>
      isExpected(error) &&
      error.code === 'busy' &&
      error.message.includes(', on another computer') &&
      /remove /.test(error.advice ?? ''),
  );
  t.mock.restoreAll();
  await theirs?.release();
});

test('a folder in the place of a mutex blocks no longer than a file', async (t) => {
  const store = await storeIn(t);
  const mutexes = new Mutexes(store);
  const held = await mutexes.tryTake('one');
  const file = await fileIn(store);
  await held?.release();
  await mkdir(file);
  assert.equal(await mutexes.tryTake('one'), undefined);
  await age(file, 2 * expiryMs);
  assert.ok(await mutexes.tryTake('one'));
});
