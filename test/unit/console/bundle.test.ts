import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { answer, serve } from './localServer.ts';

const connection = {
  name: 'c',
  apiVersion: '1',
  auth: 'basic',
  authHeader: 'h',
  timeoutMs: 30_000,
};

const script = `
const { ConsoleClient } = require(process.argv[1]);
const silent = () => undefined;
const logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };
const connection = { ...${JSON.stringify(connection)}, url: process.argv[2], loginUrl: process.argv[2], rejectUnauthorized: true };
const client = new ConsoleClient(connection, { accessKey: async () => undefined }, { logger });
client.ping().then(() => {
  const slots = [1, 2].map((n) => typeof globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
  console.log(JSON.stringify({ slots }));
  client.dispose();
});`;

test('the bundled client works and leaves the process-wide dispatcher alone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'console-bundle-'));
  t.after(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'client.cjs');
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['src/core/console/consoleClient.ts'],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
  });

  const server = await serve(t, (_request, response) => answer(response, 200, 'OK'));
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, outfile, server.url], {
    timeout: 60_000,
  });
  assert.deepEqual(JSON.parse(stdout), { slots: ['undefined', 'undefined'] });
  assert.deepEqual(
    server.arrived.map(({ method, url }) => `${method} ${url}`),
    ['GET /api/v1/_ping'],
  );
});

test('the client as modules puts nothing into the process-wide dispatcher either', async (t) => {
  const slots = [1, 2].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));
  const held = (): unknown[] => slots.map((slot) => (globalThis as Record<symbol, unknown>)[slot]);
  const server = await serve(t, (_request, response) => answer(response, 200, 'OK'));
  const before = held();
  const { clientOf } = await import('./clientOf.ts');
  await clientOf(t, server.url).client.ping();
  assert.deepEqual(
    held().map((now, index) => now === before[index]),
    [true, true],
  );
});
