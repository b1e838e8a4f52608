import { availableParallelism } from 'node:os';
import { build } from './build.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { runNodeTests } from './lib/nodeTests.ts';
import { Tally } from './lib/tally.ts';
import { checks } from './suites/checks.ts';
import { hostTests } from './suites/hostTests.ts';

/**
 * `npm test`: every layer, or the ones that are named, or a part of one: `host:posture`, `unit:views/table`. The last line
 * is always `N passed, N failed`, and the exit code says the same. A suite without a test has failed.
 */
interface Suite {
  readonly name: string;
  /** Runs what is in `dist`. */
  readonly built?: boolean;
  /** Few and slow: every test gets a line. */
  readonly slow?: boolean;
  /** `part` is in the path of every test file that is run, or names the window of one. */
  run(tally: Tally, part: string): Promise<void>;
}

// They end what hangs, and are no measure: on a busy machine everything takes several times as long.
const againstHangs = { testSeconds: 600, suiteSeconds: 3600 };
// As many as there are cores, but on a small machine two, of which one often waits.
const quick = { ...againstHangs, concurrency: Math.min(4, Math.max(2, availableParallelism())) };
const inWorkbench = { ...againstHangs, concurrency: 1 };

/** Tests of a folder of `test/` that Node runs. */
function nodeSuite(limits: typeof quick, folder: string): Suite['run'] {
  return (tally, part) => runNodeTests({ ...limits, pattern: `test/${folder}/**/*.test.ts`, part }, tally);
}

const suites: readonly Suite[] = [
  { name: 'checks', slow: true, run: checks },
  { name: 'unit', run: nodeSuite(quick, 'unit') },
  { name: 'http', run: nodeSuite(quick, 'http') },
  {
    name: 'manifest',
    run: nodeSuite(quick, 'manifest'),
  },
  {
    name: 'package',
    built: true,
    slow: true,
    run: nodeSuite(inWorkbench, 'package'),
  },
  { name: 'host', built: true, slow: true, run: hostTests },
  {
    name: 'workbench',
    built: true,
    slow: true,
    run: nodeSuite(inWorkbench, 'workbench'),
  },
];

interface Chosen {
  readonly suite: Suite;
  readonly part: string;
}

function chosen(args: readonly string[]): readonly Chosen[] {
  const names = args.map((arg) => arg.replace(/:.*/s, ''));
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Failure(
      `no suite ${unknown.join(', ')}; there are ${suites.map(({ name }) => name).join(', ')}`,
    );
  }
  return suites.flatMap((suite) =>
    args.length === 0
      ? [{ suite, part: '' }]
      : args
          .filter((_, index) => names[index] === suite.name)
          .map((arg) => ({ suite, part: arg.slice(suite.name.length + 1) })),
  );
}

async function runSuite({ suite, part }: Chosen, prepare: () => Promise<void>): Promise<Tally> {
  const started = performance.now();
  const tally = new Tally(console.log, suite.slow === true);
  console.log(suite.name);
  try {
    if (suite.built) {
      await prepare();
    }
    await suite.run(tally, part);
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
  for (const one of chosen(process.argv.slice(2))) {
    tallies.push(await runSuite(one, prepare));
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
