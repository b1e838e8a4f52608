import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { build } from 'esbuild';
import { policyKind } from '../../../src/core/policy/families.ts';
import type { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { afterwards } from '../../afterwards.ts';

/** The child as one file, of the kind that Node starts soonest: it starts often. */
export async function bundledChild(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-child-'));
  afterwards(t, () => rm(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'child.cjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'child.ts')],
    outfile,
    bundle: true,
    format: 'cjs',
    minify: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return outfile;
}

/** The console at an address of its own: one policy each below `/family/target`. */
export async function served(t: TestContext, live: FakeConsole): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const kind = policyKind((request.url ?? '').slice(1));
      const answer = !kind
        ? live.collectionNames().then((names) => JSON.stringify([...names]))
        : request.method === 'PUT'
          ? live.replace(kind, body).then(() => '')
          : live.read(kind);
      void answer.then((text) => response.end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(t, () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Task {
  readonly root: string;
  /** Address of the console. */
  readonly url: string;
  readonly what: 'pull' | 'push' | 'merge' | 'restore';
  /** The step that is not done any more, nor anything after it; without it all is done. */
  readonly stopAt?: number;
  readonly about?: readonly string[];
}

export interface Ended {
  /** Whether its process was killed while it stood at a step. */
  readonly killed: boolean;
  readonly steps: number;
  /** How each thing ended. */
  readonly ends: readonly string[];
}

/** Does tasks in one process of `child.ts`, which is killed when all that stop have stopped. */
export function runAll(child: string, tasks: readonly Task[]): Promise<readonly Ended[]> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, JSON.stringify(tasks)], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') {
        reject(new Error(stderr));
        return;
      }
      const ends = JSON.parse(stdout) as readonly Ended[];
      assert.equal(
        ends.some(({ killed }) => killed),
        error?.signal === 'SIGKILL',
      );
      resolve(ends);
    });
  });
}

/** Does one task in a process of its own. */
export async function run(child: string, task: Task): Promise<Ended> {
  const [ended] = await runAll(child, [task]);
  assert.ok(ended);
  return ended;
}
