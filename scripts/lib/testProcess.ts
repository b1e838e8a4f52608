import asyncHooks, { AsyncLocalStorage, type HookCallbacks } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import * as fc from 'fast-check';
import { recordThrows, throwsVariable } from './throwSites.ts';

/** Loaded into every test process, before Node's test runner is. */

const throwsFolder = process.env[throwsVariable];
if (throwsFolder !== undefined) {
  recordThrows(throwsFolder);
}

/** The seed of all properties that do not name their own. */
const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}

/**
 * Node's test runner follows every promise, to know of an error that nobody caught which test it comes from. That makes each
 * ten times as dear. Here it follows all else, and such an error ends the process, which says the same.
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks: HookCallbacks) =>
  createHook({ ...callbacks, trackPromises: false } as HookCallbacks);

const running = new AsyncLocalStorage<{ readonly name: string }>();
channel('tracing:node.test:start').bindStore(running);

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    const what = error instanceof Error ? error.stack : String(error);
    writeSync(2, `nobody caught this (${running.getStore()?.name ?? 'in no test'}): ${what}\n`);
    process.exit(1);
  });
}
