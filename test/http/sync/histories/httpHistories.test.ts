import { test } from 'node:test';
import * as fc from 'fast-check';
import { httpEvents } from './httpEvents.ts';
import { HttpWorld } from './httpHistory.ts';

/** `npm run soak -- --http` plays more. */
const numRuns = 200;

test(`in ${numRuns} random histories over HTTP, two people and faults, no rule is lost`, async (t) => {
  const world = await HttpWorld.start(t);
  await fc.assert(
    fc.asyncProperty(httpEvents, (events) => world.play(events)),
    { numRuns, seed: 20_260_101 },
  );
});
