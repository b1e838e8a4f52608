import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { temporaryFolder } from './lib/cleanup.ts';
import { OutputQueue, type QueuedOutput } from './lib/outputQueue.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { runNodeTests, type NodeTestsOptions } from './lib/nodeTests.ts';
import { chooseBuild, serverBuild } from './lib/serverBuild.ts';
import { Tally } from './lib/tally.ts';
import { unreachedThrows } from './lib/throwSites.ts';
import { checks } from './suites/checks.ts';
import { hostTests } from './suites/hostTests.ts';

/**
 * `npm test` runs all suites, or the named ones, or a part of one: `host:posture`, `unit:views/table`. The
 * last line is always `N passed, N failed`, and the exit code agrees. A suite without a test fails.
 */
interface Suite {
  readonly name: string;
  /** The suite runs the build in `dist`. */
  readonly built?: boolean;
  /** Suites of one group run one after the other, and groups run in parallel. */
  readonly group: 'node' | 'host' | 'workbench';
  /** Prints a line for each test, for suites of few, slow tests. */
  readonly slow?: boolean;
  /** `part` is a part of the path of each test file to run, or the name of a window. */
  run(tally: Tally, part: string): Promise<void>;
}

// These limits end tests that hang. They measure nothing: on a busy computer, everything takes several times
// as long.
const hangLimits = { testSeconds: 600, suiteSeconds: 3600 };
// One process for each core, but two on a small machine, because one often waits.
const quick = {
  ...hangLimits,
  concurrency: Math.min(4, Math.max(2, availableParallelism())),
  // These files replace the editor by a mock, or do something before each test, which would affect all files
  // of the process.
  separate: /mocks\/vscode\.ts'|^(?:before|after)Each\(/m,
};
// All tests share the browser and the server of VS Code of one process. A suite of many steps is one test of
// the runner, and each step has its own limit.
const inWorkbench = {
  ...hangLimits,
  testSeconds: hangLimits.suiteSeconds,
  concurrency: 1,
  separate: /^(?:before|after)Each\(/m,
};

/** The folder into which the suites without a window write the guards that they reached. */
const throwsFolder = await temporaryFolder('throws');
/** The suites that together reach every guard. Only whole runs of both prove it. */
const reachingSuites = ['unit', 'http'];

/** The tests in a folder of `test/` that Node runs. */
function nodeSuite(limits: Omit<NodeTestsOptions, 'pattern' | 'part'>, folder: string): Suite['run'] {
  const reaching = reachingSuites.includes(folder) ? { throwsFolder: throwsFolder.path } : {};
  return (tally, part) =>
    runNodeTests({ ...limits, ...reaching, pattern: `test/${folder}/**/*.test.ts`, part }, tally);
}

const suites: readonly Suite[] = [
  { name: 'checks', group: 'node', slow: true, run: checks },
  { name: 'unit', group: 'node', run: nodeSuite(quick, 'unit') },
  { name: 'http', group: 'node', run: nodeSuite(quick, 'http') },
  {
    name: 'manifest',
    group: 'node',
    run: nodeSuite(quick, 'manifest'),
  },
  { name: 'host', group: 'host', built: true, slow: true, run: hostTests },
  {
    name: 'workbench',
    group: 'workbench',
    built: true,
    slow: true,
    run: nodeSuite(inWorkbench, 'workbench'),
  },
  // The package is also tested in a window.
  {
    name: 'package',
    group: 'workbench',
    built: true,
    slow: true,
    run: nodeSuite({ ...hangLimits, concurrency: 1 }, 'package'),
  },
];

interface SelectedSuite {
  readonly suite: Suite;
  readonly part: string;
}

function selectSuites(args: readonly string[]): readonly SelectedSuite[] {
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

/** Windows often wait, so the other groups run beside them. */
function groupsOf(all: readonly SelectedSuite[]): readonly (readonly SelectedSuite[])[] {
  return [...Map.groupBy(all, ({ suite }) => suite.group).values()];
}

async function runSuite(
  { suite, part }: SelectedSuite,
  prepare: (suite: Suite) => Promise<void>,
  { print, end }: QueuedOutput,
): Promise<Tally> {
  const started = performance.now();
  const tally = new Tally(print, suite.slow === true);
  print(suite.name);
  try {
    if (suite.built) {
      await prepare(suite);
    }
    await suite.run(tally, part);
  } catch (error) {
    const isExpected = error instanceof Failure || !(error instanceof Error);
    tally.fail(suite.name, isExpected ? firstLine(error) : (error.stack ?? error.message));
  }
  if (tally.passed + tally.failed === 0) {
    tally.fail(suite.name, 'there is no test in this suite');
  }
  const skipped = tally.skipped === 0 ? '' : `, ${tally.skipped} skipped`;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${suite.name}: ${tally.passed} passed, ${tally.failed} failed${skipped} in ${seconds} s\n`);
  end();
  return tally;
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: {
      /**
       * Uses the oldest VS Code that Ordinance supports, or the newest that npm offers, instead of the
       * default.
       */
      vscode: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (values.vscode !== undefined) {
    await chooseBuild(values.vscode);
  }
  const all = selectSuites(positionals);
  let built: Promise<void> | undefined;
  let fetched: Promise<unknown> | undefined;
  const prepare = async ({ group }: Suite): Promise<void> => {
    await (built ??= build({ development: false }));
    // Fetch once, because several suites would do it at the same time.
    if (group !== 'node' && all.some(({ suite }) => suite.group === 'workbench')) {
      await (fetched ??= serverBuild(console.log));
    }
  };
  const tallies: Tally[] = [];
  const outputs = new OutputQueue(console.log);
  await Promise.all(
    groupsOf(all).map(async (group) => {
      for (const selected of group) {
        tallies.push(await runSuite(selected, prepare, outputs.add()));
      }
    }),
  );
  if (reachingSuites.every((name) => all.some(({ suite, part }) => suite.name === name && part === ''))) {
    const tally = new Tally(console.log, true);
    unreachedThrows(throwsFolder.path).forEach((site) =>
      tally.fail(site, 'no unit or http test reaches this throw'),
    );
    tallies.push(tally);
  }
  await throwsFolder.dispose();
  const sum = (count: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + count(tally), 0);
  const skipped = sum((tally) => tally.skipped);
  const failed = sum((tally) => tally.failed);
  if (skipped > 0) {
    console.log(`${skipped} skipped`);
  }
  // Repeat the failures at the end, where a truncated log still shows them.
  tallies.flatMap((tally) => tally.failures).forEach((line) => console.log(line));
  console.log(`${sum((tally) => tally.passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
