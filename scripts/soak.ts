import * as fc from 'fast-check';
import { policyKinds } from '../src/core/policy/families.ts';
import { httpEvents } from '../test/http/sync/histories/httpEvents.ts';
import { HttpWorld } from '../test/http/sync/histories/httpHistory.ts';
import { oddRules } from '../test/http/sync/oddRules.ts';
import { RoundTrips } from '../test/http/sync/roundTrips.ts';
import { losesNothing } from '../test/unit/policy/merge/randomMerges.ts';
import { asksWithoutBase, isSymmetric, losesNothingOfTwins } from '../test/unit/policy/merge/randomWorlds.ts';
import { History } from '../test/unit/sync/histories/history.ts';
import { events } from '../test/unit/sync/histories/historyEvents.ts';
import { namesEveryLoss, namesEveryOrder } from '../test/unit/sync/lostOfTwins.ts';
import { Failure, runScript } from './lib/failure.ts';
import { runNodeTests } from './lib/nodeTests.ts';
import { Tally } from './lib/tally.ts';

/** A property that runs many times. */
interface Soak {
  readonly what: string;
  readonly runs: number;
  /** The number of runs between two lines: few enough that a failure is soon found again. */
  readonly part: number;
  readonly once: () => fc.IRawProperty<unknown>;
}

const inProcess: Soak = {
  what: 'histories',
  runs: 100_000,
  part: 5000,
  once: () => fc.asyncProperty(events, (list) => History.play(list)),
};

const merges: readonly Soak[] = Object.entries({
  merges: losesNothing,
  'merges of rules of one name': losesNothingOfTwins,
  'merges the other way round': isSymmetric,
  'merges without a base': asksWithoutBase,
  overrides: namesEveryLoss,
  'overrides of another order': namesEveryOrder,
}).map(([what, property]) => ({ what, runs: 100_000, part: 10_000, once: () => property }));

async function overHttp(t: Parameters<typeof HttpWorld.start>[0]): Promise<Soak[]> {
  const world = await HttpWorld.start(t);
  const trips = await RoundTrips.start(t);
  const kinds = fc.constantFrom(...policyKinds);
  return [
    {
      what: 'histories over HTTP',
      runs: 2000,
      part: 500,
      once: () => fc.asyncProperty(httpEvents, (list) => world.play(list)),
    },
    {
      what: 'round trips over HTTP',
      runs: 10_000,
      part: 2500,
      once: () => fc.asyncProperty(kinds, oddRules, (kind, rules) => trips.make(kind, rules)),
    },
  ];
}

async function play({ what, part, once }: Soak, runs: number, first: number): Promise<void> {
  const began = performance.now();
  for (let done = 0, seed = first; done < runs; seed++) {
    const numRuns = Math.min(part, runs - done);
    try {
      await fc.assert(once(), { numRuns, seed });
    } catch (error) {
      throw new Failure(`${numRuns} ${what}, seed ${seed}: ${String(error)}`);
    }
    done += numRuns;
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${done} ${what}, seed ${seed}, nothing lost, ${seconds} s`);
  }
}

/** Runs all tests without a console `rounds` times, each with another seed for the properties. */
async function properties(rounds: number, first: number): Promise<void> {
  const options = { concurrency: 2, testSeconds: 600, suiteSeconds: 3600 };
  const all = { ...options, pattern: 'test/unit/**/*.test.ts', share: 1 };
  for (let seed = first; seed < first + rounds; seed++) {
    const tally = new Tally(console.log, false);
    await runNodeTests({ ...all, seed }, tally);
    if (tally.failed > 0) {
      throw new Failure(`seed ${seed}`);
    }
    console.log(`${tally.passed} tests, seed ${seed}, all passed`);
  }
}

/**
 * `npm run soak [-- number [seed]]` runs 100 000 random histories in one process, with repeated names, items
 * that both sides add, and pushes that wait. `--http` first: 2000 histories of two people over HTTP, and 10
 * 000 round trips. `--merges`: 100 000 random three-way merges of each kind, and as many overrides.
 * `--properties`: the unit tests five times. Each part has the next seed, which its line names. A failure is
 * shrunk. The number and seed of its line repeat only this part.
 */
await runScript(async () => {
  const mode = process.argv[2]?.startsWith('--') ? process.argv[2] : '';
  const [number, first = String(Date.now() % 2 ** 31)] = process.argv.slice(mode === '' ? 2 : 3);
  const playAll = async (soaks: readonly Soak[]): Promise<void> => {
    for (const soak of soaks) {
      await play(soak, number === undefined ? soak.runs : Number(number), Number(first));
    }
  };
  const modes: Readonly<Record<string, () => Promise<void>>> = {
    '': () => playAll([inProcess]),
    '--merges': () => playAll(merges),
    '--properties': () => properties(Number(number ?? 5), Number(first)),
    '--http': async () => {
      const closing: (() => unknown)[] = [];
      const after = (close: unknown): void => void closing.unshift(close as () => unknown);
      try {
        await playAll(await overHttp({ after }));
      } finally {
        for (const close of closing) {
          await close();
        }
      }
    },
  };
  const run = modes[mode];
  if (!run) {
    throw new Failure(`no ${mode}; there are ${Object.keys(modes).join(' ')}`);
  }
  await run();
});
