import { build } from './build.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { runNodeTests } from './lib/nodeTests.ts';
import { Tally } from './lib/tally.ts';
import { checks } from './suites/checks.ts';
import { hostTests } from './suites/hostTests.ts';

/**
 * `npm test`: every layer, or the ones that are named. The last line is always `N passed, N failed`, and the exit
 * code says the same. A suite without a test has failed.
 */
interface Suite {
  readonly name: string;
  /** Runs what is in `dist`. */
  readonly built?: boolean;
  /** Few and slow: every test gets a line. */
  readonly slow?: boolean;
  run(tally: Tally): Promise<void>;
}

const quick = { concurrency: 2, testSeconds: 120, suiteSeconds: 300 };
const inWorkbench = { concurrency: 1, testSeconds: 180, suiteSeconds: 420 };

const suites: readonly Suite[] = [
  { name: 'checks', slow: true, run: checks },
  { name: 'unit', run: (tally) => runNodeTests({ ...quick, pattern: 'test/unit/**/*.test.ts' }, tally) },
  {
    name: 'http',
    // Processes are killed there a few hundred times.
    run: (tally) => runNodeTests({ ...quick, suiteSeconds: 600, pattern: 'test/http/**/*.test.ts' }, tally),
  },
  {
    name: 'manifest',
    run: (tally) => runNodeTests({ ...quick, pattern: 'test/manifest/**/*.test.ts' }, tally),
  },
  {
    name: 'package',
    built: true,
    slow: true,
    run: (tally) => runNodeTests({ ...inWorkbench, pattern: 'test/package/**/*.test.ts' }, tally),
  },
  { name: 'host', built: true, slow: true, run: hostTests },
  {
    name: 'workbench',
    built: true,
    slow: true,
    run: (tally) => runNodeTests({ ...inWorkbench, pattern: 'test/workbench/**/*.test.ts' }, tally),
  },
];

function chosen(names: readonly string[]): readonly Suite[] {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Failure(
      `no suite ${unknown.join(', ')}; there are ${suites.map(({ name }) => name).join(', ')}`,
    );
  }
  return names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name));
}

async function runSuite(suite: Suite, prepare: () => Promise<void>): Promise<Tally> {
  const started = performance.now();
  const tally = new Tally(console.log, suite.slow === true);
  console.log(suite.name);
  try {
    if (suite.built) {
      await prepare();
    }
    await suite.run(tally);
  } catch (error) {
    const known = error instanceof Failure || !(error instanceof Error);
    tally.fail(suite.name, known ? firstLine(error) : (error.stack ?? error.message));
  }
  if (tally.passed + tally.failed === 0) {
    tally.fail(suite.name, 'there is no test in this suite');
  }
  const skipped = tally.skipped === 0 ? '' : `, ${tally.skipped} skipped`;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${suite.name}: ${tally.passed} passed, ${tally.failed} failed${skipped} in ${seconds} s\n`);
  return tally;
}

await runScript(async () => {
  let built: Promise<void> | undefined;
  const prepare = (): Promise<void> => (built ??= build({ development: false }));
  const tallies: Tally[] = [];
  for (const suite of chosen(process.argv.slice(2))) {
    tallies.push(await runSuite(suite, prepare));
  }
  const sum = (count: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + count(tally), 0);
  const skipped = sum((tally) => tally.skipped);
  const failed = sum((tally) => tally.failed);
  if (skipped > 0) {
    console.log(`${skipped} skipped`);
  }
  console.log(`${sum((tally) => tally.passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
