import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../../scripts/lib/cleanup.ts';
import type { TemporaryFolder } from '../../../scripts/lib/cleanup.ts';
import { runNodeTests } from '../../../scripts/lib/nodeTests.ts';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { Tally } from '../../../scripts/lib/tally.ts';

let folder: TemporaryFolder;

before(async () => {
  folder = await temporaryFolder('node-tests');
});

after(() => folder.dispose());

/** Runs one file of tests through the runner of `npm test`. */
async function run(
  name: string,
  text: string,
  { suiteSeconds = 60, isShared = false } = {},
): Promise<{ tally: Tally; said: string }> {
  const path = join(folder.path, `${name}${isShared ? '-shared' : ''}.test.ts`);
  await writeFile(path, `import { describe, test } from 'node:test';\n${text}\n`);
  const lines: string[] = [];
  const tally = new Tally((line) => lines.push(line), true);
  const pattern = relative(projectRoot, path);
  await runNodeTests(
    {
      pattern,
      concurrency: 1,
      testSeconds: 30,
      suiteSeconds,
      ...(isShared && { apart: /a process of its own/ }),
    },
    tally,
  );
  return { tally, said: lines.join('\n') };
}

const counts = ({ passed, failed, skipped }: Tally): number[] => [passed, failed, skipped];

for (const isShared of [false, true]) {
  const how = isShared ? 'one process for all' : 'a process for each';

  test(`counts tests, not the groups around them (${how})`, async () => {
    const { tally } = await run(
      'group',
      `describe('g', () => { test('a', () => {}); test('b', () => {}); });`,
      { isShared },
    );
    assert.deepEqual(counts(tally), [2, 0, 0]);
  });

  test(`says which test failed and why (${how})`, async () => {
    const { tally, said } = await run(
      'fail',
      `test('good', () => {}); test('bad', () => { throw new Error('ouch'); });`,
      { isShared },
    );
    assert.deepEqual(counts(tally), [1, 1, 0]);
    assert.match(said, /FAIL .*fail\S*\.test\.ts: bad\n\s+Error: ouch/);
  });

  test(`counts what was skipped, and says so (${how})`, async () => {
    const { tally, said } = await run(
      'skip',
      `test('a', () => {}); test('later', { skip: 'not yet' }, () => {});`,
      { isShared },
    );
    assert.deepEqual(counts(tally), [1, 0, 1]);
    assert.match(said, /SKIP .*later: not yet/);
  });

  test(`what nobody caught fails, and says in which test: no other waits for what it left undone (${how})`, async () => {
    const lost = `test('good', () => {});
      test('bad', async () => { setTimeout(() => { throw new Error('ouch'); }); await new Promise(() => {}); });`;
    const { tally, said } = await run('stray', lost, { isShared });
    assert.deepEqual(counts(tally), [1, 1, 0]);
    assert.match(said, /uncaught error \(bad\): Error: ouch/);
  });

  test(`a file without a test has failed (${how})`, async () => {
    const { tally } = await run('empty', `console.log(typeof describe, typeof test);`, { isShared });
    assert.deepEqual(counts(tally), [0, 1, 0]);
  });

  test(`a file that cannot be loaded has failed (${how})`, async () => {
    const { tally } = await run('broken', `throw new Error('at load');`, { isShared });
    assert.deepEqual(counts(tally), [0, 1, 0]);
  });
}

test('no promise is followed: that would make each ten times as dear', async () => {
  const { said } = await run(
    'promises',
    `import { executionAsyncId } from 'node:async_hooks';
      const id = async () => (await undefined, executionAsyncId());
      test('none', async () => console.log((await id()) === (await id()) ? 'the same' : 'another'));`,
  );
  assert.match(said, /^\s*the same$/m);
});

test('tests that another file makes count', async () => {
  await writeFile(
    join(folder.path, 'made.ts'),
    `import { test } from 'node:test';\nexport const make = () => test('made', () => {});\n`,
  );
  const { tally } = await run('maker', `import { make } from './made.ts'; make();`);
  assert.deepEqual(counts(tally), [1, 0, 0]);
});

test('a file that does not end is ended, and has failed', async () => {
  const { tally, said } = await run('hang', `test('a', () => {}); setInterval(() => {}, 1000);`, {
    suiteSeconds: 3,
  });
  // The file may be told as interrupted too.
  assert.ok(tally.failed >= 1);
  assert.match(said, /not done after 3 s/);
});
