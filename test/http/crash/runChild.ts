import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { build } from 'esbuild';
import { policyKind } from '../../../src/core/policy/families.ts';
import { PartedText } from '../../../src/core/util/partedText.ts';
import type { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { afterwards } from '../../afterwards.ts';

/** The child as one file, of the kind that Node starts soonest: it starts a hundred times. */
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
          ? live.replace(kind, PartedText.of(body)).then(() => '')
          : live.read(kind);
      void answer.then((text) => response.end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(t, () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Ended {
  readonly killed: boolean;
  readonly steps: number;
  /** How each thing ended. */
  readonly ends: readonly string[];
}

/** Runs a task of `child.ts`. */
export function run(child: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, ...args], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') {
        reject(new Error(stderr));
      } else {
        const [steps, ...ends] = stdout.trim().split('\n');
        resolve({ killed: error?.signal === 'SIGKILL', steps: Number(steps), ends });
      }
    });
  });
}
