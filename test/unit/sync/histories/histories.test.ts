import { test } from 'node:test';
import * as fc from 'fast-check';
import { events, History } from './history.ts';

/** `npm run soak` sets the number, and may set the seed of a failure. */
const numRuns = Number(process.env['ORDINANCE_HISTORIES'] ?? 2000);
const seed = Number(process.env['ORDINANCE_SEED'] ?? 20_260_101);

test(
  `in ${numRuns} random histories no update is lost that was not overridden by name`,
  { timeout: 115_000 + 60 * numRuns },
  () =>
    fc.assert(
      fc.asyncProperty(events, (list) => History.play(list)),
      { numRuns, seed },
    ),
);
