import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { build } from 'esbuild';
import { canonicalHash } from '../../../src/model/canonical.ts';
import { addRule, images, TestWorkspace } from '../../unit/sync/workspace.ts';
import { FakeConsole } from '../../unit/sync/fakeConsole.ts';

/** The child as one file: it starts a hundred times. */
async function bundledChild(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-child-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'child.mjs');
  await build({
    entryPoints: [new URL('./child.ts', import.meta.url).pathname],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}

async function served(t: TestContext, live: FakeConsole): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const answer =
        request.method === 'PUT'
          ? live.replace(images, body).then(() => '')
          : request.url === '/collections'
            ? live.collectionNames().then((names) => JSON.stringify([...names]))
            : live.read(images);
      void answer.then((text) => response.end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Ended {
  readonly killed: boolean;
  readonly steps: number;
}

function run(child: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, ...args], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') {
        reject(new Error(stderr));
      } else {
        resolve({ killed: error?.signal === 'SIGKILL', steps: Number(stdout) });
      }
    });
  });
}

const isWhole = (work: TestWorkspace): Promise<void> =>
  // Neither in part nor unreadable: reading them again is enough.
  work.value(images).then(() => undefined);

test('killed at every step of a push: the journal is readable, files are whole, live settles it', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  const verdicts = new Set<string>();
  const seed = live.documents.get(images.name) ?? new Map();
  for (let at = 1, steps = Infinity; at <= steps; at++) {
    live.documents.set(images.name, seed);
    const work = await TestWorkspace.make(t, live);
    await work.pull([images]);
    await work.edit(images, addRule);
    live.forgetRequests();
    const ended = await run(child, work.root, url, 'push', String(at));
    if (!ended.killed) {
      assert.equal(ended.steps, at - 1);
      steps = 0;
      continue;
    }
    const applied =
      canonicalHash(images, live.documents.get(images.name) ?? new Map()) !== canonicalHash(images, seed);
    const next = work.restarted();
    const recovered = await next.recover();
    assert.equal(live.puts, applied ? 1 : live.puts, 'nothing was sent again');
    assert.ok(live.puts <= 1);
    await isWhole(work);
    for (const { verdict } of recovered) {
      verdicts.add(verdict);
      assert.equal(verdict, applied ? 'applied' : 'not-applied', `step ${at}`);
    }
    const records = await next.history();
    assert.ok(records.every(({ closed, verdict }) => closed && verdict !== undefined));
    assert.equal(records.length > 0 || !applied, true, 'what was applied is in the journal');
    assert.deepEqual(await next.recover(), [], 'said once');
    const { state } = await next.refresh(images);
    assert.equal(state, applied ? 'in-sync' : 'edited', `step ${at}`);
    const plan = await next.plan(images);
    assert.equal(plan.kind, applied ? 'nothing-to-push' : 'plan');
  }
  assert.deepEqual([...verdicts].toSorted(), ['applied', 'not-applied']);
});

test('killed at every step of a pull: no part of a file, no base that the file was not made from', async (t) => {
  const child = await bundledChild(t);
  const live = new FakeConsole();
  const url = await served(t, live);
  for (let at = 1, steps = Infinity; at <= steps; at++) {
    live.set(images, '{"rules":[{"name":"a","collections":[{"name":"All"}]}]}');
    const work = await TestWorkspace.make(t, live);
    await work.pull([images]);
    live.set(images, '{"rules":[{"name":"b","collections":[{"name":"All"}]},{"name":"a","collections":[]}]}');
    const ended = await run(child, work.root, url, 'pull', String(at));
    if (!ended.killed) {
      assert.ok(at > 20, 'there are steps to be killed at');
      steps = 0;
      continue;
    }
    await isWhole(work);
    const next = work.restarted();
    // The file is the old or the new live; a push would bring back neither unasked.
    assert.ok(['live-changed', 'in-sync'].includes((await next.refresh(images)).state), `step ${at}`);
    assert.notEqual((await next.plan(images)).kind, 'plan', `step ${at}`);
    const report = await next.pull([images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve('cancel'),
    });
    assert.deepEqual([report.failed, report.cancelled], [[], false], `step ${at}`);
    assert.equal((await next.status(images)).state, 'in-sync');
  }
});
