import asyncHooks, { AsyncLocalStorage, type HookCallbacks } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import * as fc from 'fast-check';
import { recordThrows, throwsVariable } from './throwSites.ts';

/** Every test process loads this file before Node's test runner. */

const throwsFolder = process.env[throwsVariable];
if (throwsFolder !== undefined) {
  recordThrows(throwsFolder);
}

/** The seed of all property tests without a seed of their own. */
const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}

/**
 * Node's test runner follows every promise, to attribute an uncaught error to its test. That makes each
 * promise ten times as expensive. Here it follows everything except promises, and an uncaught error ends the
 * process with the name of the test.
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks: HookCallbacks) =>
  createHook({ ...callbacks, trackPromises: false } as HookCallbacks);

const running = new AsyncLocalStorage<{ readonly name: string }>();
channel('tracing:node.test:start').bindStore(running);

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    const what = error instanceof Error ? error.stack : String(error);
    writeSync(2, `uncaught error (${running.getStore()?.name ?? 'in no test'}): ${what}\n`);
    process.exit(1);
  });
}
