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

test('a push that is found out by a refused override keeps the plan of the override from being sent', async () => {
  await History.play([
    { do: 'edit', how: 'exception', a: 1, b: 0 },
    { do: 'push', fault: 'late after success', between: false, atRead: 9, waitAt: 29 },
    { do: 'edit', how: 'twin', a: 1, b: 0 },
    { do: 'override' },
    { do: 'foreign', how: 'add', a: 0, b: 0 },
  ]);
});
