import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { temporaryFolder } from './lib/cleanup.ts';
import { Floor, type Speaker } from './lib/floor.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { runNodeTests, type NodeTestsOptions } from './lib/nodeTests.ts';
import { chooseBuild, serverBuild } from './lib/serverBuild.ts';
import { Tally } from './lib/tally.ts';
import { unreachedThrows } from './lib/throwSites.ts';
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
  /** Suites of one lane run one after the other. */
  readonly lane: 'node' | 'host' | 'workbench';
  /** Few and slow: every test gets a line. */
  readonly slow?: boolean;
  /** `part` is in the path of every test file that is run, or names the window of one. */
  run(tally: Tally, part: string): Promise<void>;
}

// They end what hangs, and are no measure: on a busy machine everything takes several times as long.
const againstHangs = { testSeconds: 600, suiteSeconds: 3600 };
// One process for each core, but two on a small machine, because one often waits.
const quick = {
  ...againstHangs,
  concurrency: Math.min(4, Math.max(2, availableParallelism())),
  // They put a stand-in of their own in the place of the editor, or do something before each test, which would be that of any file.
  apart: /mocks\/vscode\.ts'|^(?:before|after)Each\(/m,
};
// In one process, which keeps the browser and the server of VS Code that all of them share. A suite of many steps is one test of the
// runner, and each step has a limit of its own.
const inWorkbench = {
  ...againstHangs,
  testSeconds: againstHangs.suiteSeconds,
  concurrency: 1,
  apart: /^(?:before|after)Each\(/m,
};

/** Where the suites without a window write which guards they reached. */
const throwsFolder = await temporaryFolder('throws');
/** Suites that reach every guard. Only whole runs of both prove something. */
const reachingSuites = ['unit', 'http'];

/** Tests of a folder of `test/` that Node runs. */
function nodeSuite(limits: Omit<NodeTestsOptions, 'pattern' | 'part'>, folder: string): Suite['run'] {
  const reaching = reachingSuites.includes(folder) ? { throwsFolder: throwsFolder.path } : {};
  return (tally, part) =>
    runNodeTests({ ...limits, ...reaching, pattern: `test/${folder}/**/*.test.ts`, part }, tally);
}

const suites: readonly Suite[] = [
  { name: 'checks', lane: 'node', slow: true, run: checks },
  { name: 'unit', lane: 'node', run: nodeSuite(quick, 'unit') },
  { name: 'http', lane: 'node', run: nodeSuite(quick, 'http') },
  {
    name: 'manifest',
    lane: 'node',
    run: nodeSuite(quick, 'manifest'),
  },
  { name: 'host', lane: 'host', built: true, slow: true, run: hostTests },
  {
    name: 'workbench',
    lane: 'workbench',
    built: true,
    slow: true,
    run: nodeSuite(inWorkbench, 'workbench'),
  },
  // The package is also tested in a window.
  {
    name: 'package',
    lane: 'workbench',
    built: true,
    slow: true,
    run: nodeSuite({ ...againstHangs, concurrency: 1 }, 'package'),
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

/** Windows wait as often as they work, so what Node runs, and those of the other suite, go on beside them. */
function lanes(all: readonly Chosen[]): readonly (readonly Chosen[])[] {
  return [...Map.groupBy(all, ({ suite }) => suite.lane).values()];
}

async function runSuite(
  { suite, part }: Chosen,
  prepare: (suite: Suite) => Promise<void>,
  { say, end }: Speaker,
): Promise<Tally> {
  const started = performance.now();
  const tally = new Tally(say, suite.slow === true);
  say(suite.name);
  try {
    if (suite.built) {
      await prepare(suite);
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
  say(`${suite.name}: ${tally.passed} passed, ${tally.failed} failed${skipped} in ${seconds} s\n`);
  end();
  return tally;
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: {
      /** The oldest VS Code that Ordinance is for, or the newest that npm offers, instead of the usual one. */
      vscode: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (values.vscode !== undefined) {
    await chooseBuild(values.vscode);
  }
  const all = chosen(positionals);
  let built: Promise<void> | undefined;
  let fetched: Promise<unknown> | undefined;
  const prepare = async ({ lane }: Suite): Promise<void> => {
    await (built ??= build({ development: false }));
    // Once, not for each of the suites that would do it at the same time.
    if (lane !== 'node' && all.some(({ suite }) => suite.lane === 'workbench')) {
      await (fetched ??= serverBuild(console.log));
    }
  };
  const tallies: Tally[] = [];
  const floor = new Floor(console.log);
  await Promise.all(
    lanes(all).map(async (lane) => {
      for (const one of lane) {
        tallies.push(await runSuite(one, prepare, floor.speaker()));
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
  // Once more, where a log that was cut in the middle still shows them.
  tallies.flatMap((tally) => tally.failures).forEach((line) => console.log(line));
  console.log(`${sum((tally) => tally.passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
