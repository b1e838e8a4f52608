import { test } from 'node:test';
import * as fc from 'fast-check';
import { History } from './history.ts';
import { events } from './historyEvents.ts';

/** `npm run soak` plays fifty times as many. */
const numRuns = 1000;

const name = `in ${numRuns} random histories no update is lost that was not overridden by name`;

test(name, { timeout: 300_000 }, () =>
  fc.assert(
    fc.asyncProperty(events, (list) => History.play(list)),
    { numRuns, seed: 20_260_101 },
  ),
);
