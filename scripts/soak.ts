import * as fc from 'fast-check';
import { events, History } from '../test/unit/sync/histories/history.ts';
import { Failure, runScript } from './lib/failure.ts';

/** Enough to be worth a line, few enough that a failure is soon found again. */
const part = 5000;

/**
 * `npm run soak [-- number [seed]]`: 100 000 random histories in parts, each with the next seed, which a line names. A
 * failure is shrunk; its part alone is run again by the number and the seed of that line.
 */
await runScript(async () => {
  const [histories = '100000', first = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
  const began = performance.now();
  for (let done = 0, seed = Number(first); done < Number(histories); seed++) {
    const numRuns = Math.min(part, Number(histories) - done);
    try {
      await fc.assert(
        fc.asyncProperty(events, (list) => History.play(list)),
        { numRuns, seed },
      );
    } catch (error) {
      throw new Failure(`npm run soak -- ${numRuns} ${seed}: ${String(error)}`);
    }
    done += numRuns;
    console.log(
      `${done} histories, seed ${seed}, no update lost, ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
});
