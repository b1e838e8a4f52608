import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { FakeConsole } from './fakeConsole.ts';
import { addRule, images, rule, TestWorkspace, withRules } from './workspace.ts';
import { editsOverBase, pullPolicies } from '../../../src/core/sync/pull.ts';

test('what a pull would take away is named, as far as it was done here', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const rules = (...names: readonly string[]): string =>
    JSON.stringify({ rules: names.map((name) => ({ name, collections: [{ name: 'All' }] })) });
  const lostOf = async (): Promise<unknown> => {
    let said: unknown;
    await work.pull([images], {
      chooseOverwrite: async (_, lost) => {
        said = (await lost())?.map(({ name, change }) => `${change} ${name}`);
        return 'keep';
      },
    });
    return said;
  };
  live.set(images, rules('a', 'b', 'c'));
  await work.pull([images]);
  await work.edit(
    images,
    withRules(([a, , c]) => [...(a ? [a] : []), rule('b', { notes: 'mine' }), ...(c ? [c] : []), rule('d')]),
  );
  assert.deepEqual(await lostOf(), ['change rules/b', 'add rules/d']);

  // What somebody else did to live comes in, and is not lost.
  live.set(images, rules('a', 'b', 'c', 'theirs'));
  assert.deepEqual(await lostOf(), ['change rules/b', 'add rules/d']);

  // What was done there as well is no loss.
  live.set(images, rules('a', 'b', 'c', 'd', 'theirs'));
  assert.deepEqual(await lostOf(), ['change rules/b']);
});

test('what the way back to the base takes away is every edit, whatever live says', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const named = ['a', 'b', 'c'].map((name) => ({ name, collections: [{ name: 'All' }] }));
  live.set(images, JSON.stringify({ rules: named }));
  assert.deepEqual(await editsOverBase(work.sync, images), [], 'there is no file');
  await work.pull([images]);
  assert.deepEqual(await editsOverBase(work.sync, images), []);
  await work.edit(
    images,
    withRules(([a, , c]) => [...(c ? [c] : []), ...(a ? [a] : []), rule('d', { notes: 'mine' })]),
  );
  live.set(images, '{"rules":[]}');
  const said = (await editsOverBase(work.sync, images))?.map(({ name, change }) => `${change} ${name}`);
  assert.equal(said?.length, 3, said?.join());
  assert.ok(said?.includes('remove rules/b') && said.includes('add rules/d'), said?.join());
  assert.match(said?.join() ?? '', /move rules\//);
});

test('a base that cannot be read keeps nobody from keeping or overwriting a file', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  await work.edit(images, addRule);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  const bases = (await work.files(path.join(work.storeFolder, 'objects'))).map((file) =>
    path.resolve(work.root, file),
  );
  assert.ok(bases.length > 0);
  for (const file of bases) {
    await rm(file);
    await mkdir(file);
  }
  const said: unknown[] = [];
  const report = await pullPolicies(work.restarted(), [images], {
    format: 'yaml',
    chooseOverwrite: async (_, lost) => {
      said.push(...((await lost()) ?? []).map(({ change }) => change));
      return 'keep';
    },
  });
  assert.deepEqual([report.kept.length, report.failed], [1, []]);
  assert.ok(said.length > 0);
  assert.ok(said.every((change) => change === 'unknown' || change === 'perhaps-removed'));
});
