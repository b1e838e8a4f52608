import { glob } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './cleanup.ts';
import { projectRoot } from './paths.ts';
import { startProcess } from './processes.ts';
import type { Tally } from './tally.ts';
import type { TestLine } from './testReporter.ts';

export interface NodeTestsOptions {
  readonly pattern: string;
  /** Only files with this in their path. */
  readonly part?: string;
  readonly concurrency: number;
  /**
   * Files that leave nothing behind, and whose tests, or suites, stand in themselves: they share a process, as to start one for each takes
   * longer than most of them.
   */
  readonly together?: (file: string) => boolean;
  /** For one test, against hangs. */
  readonly testSeconds: number;
  /** For all of them together. */
  readonly suiteSeconds: number;
  /** Of the properties; without it always the same, so that a run says something about the change at hand. */
  readonly seed?: number;
}

const usualSeed = 20_261_121;
const seeding = pathToFileURL(join(projectRoot, 'scripts/lib/propertySeed.ts')).href;

/** Runs test files with Node's own test runner, each in a process of its own unless they may share one. */
export async function runNodeTests(options: NodeTestsOptions, tally: Tally): Promise<void> {
  const { concurrency, part = '', together = () => false } = options;
  const files: string[] = [];
  for await (const file of glob(options.pattern, { cwd: projectRoot })) {
    if (file.includes(part)) {
      files.push(file);
    }
  }
  const sorted = files.toSorted();
  const shared = sorted.filter(together);
  const batches = Array.from({ length: concurrency }, (_, lane) =>
    shared.filter((_file, at) => at % concurrency === lane),
  );
  // What one process compiled, the others find.
  const compiled = await temporaryFolder('compiled');
  const running = new NodeRuns(options, compiled.path, tally);
  await Promise.all(batches.map((batch) => running.runTogether(batch)));
  const apart = sorted.filter((file) => !together(file));
  await running.run(apart, [`--test-concurrency=${concurrency}`]);
  await compiled.dispose();
}

class NodeRuns {
  readonly #options: NodeTestsOptions;
  readonly #env: NodeJS.ProcessEnv;
  readonly #tally: Tally;

  constructor(options: NodeTestsOptions, compiled: string, tally: Tally) {
    // Inside a test of its own this would make the runner do nothing.
    const { NODE_TEST_CONTEXT: _, ...given } = process.env;
    this.#options = options;
    this.#env = {
      NODE_COMPILE_CACHE: compiled,
      ...given,
      PROPERTY_SEED: String(options.seed ?? usualSeed),
    };
    this.#tally = tally;
  }

  /** Nothing is told of a file without tests: it is missed. */
  async runTogether(files: readonly string[]): Promise<void> {
    const seen = await this.run(files, ['--test-isolation=none']);
    files
      .filter((file) => seen?.has(file) === false)
      .forEach((file) => this.#tally.fail(file, 'there is no test in this file'));
  }

  /** @returns the files that have tests, as far as they stand in them; undefined when not all were run */
  async run(files: readonly string[], how: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    if (files.length === 0) {
      return undefined;
    }
    const { testSeconds, suiteSeconds, pattern } = this.#options;
    const tally = this.#tally;
    const seen = new Set<string>();
    const running = startProcess(
      process.execPath,
      [
        `--import=${seeding}`,
        '--test',
        ...how,
        `--test-timeout=${testSeconds * 1000}`,
        `--test-reporter=${join(projectRoot, 'scripts/lib/testReporter.ts')}`,
        ...files,
      ],
      { cwd: projectRoot, env: this.#env, onLine: (line) => seen.add(take(line, tally) ?? '') },
    );
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      void running.stop();
    }, suiteSeconds * 1000);
    const failed = tally.failed;
    const code = await running.ended;
    clearTimeout(timer);
    await running.stop();
    if (late) {
      tally.fail(pattern, `not done after ${suiteSeconds} s`);
    } else if (code !== 0 && tally.failed === failed) {
      tally.fail(pattern, `the test runner ended with ${code}: ${running.tail()}`);
    }
    return code === 0 ? seen : undefined;
  }
}

/** @returns the file that the line is about */
function take(text: string, tally: Tally): string | undefined {
  const line = parse(text);
  if (line === undefined || line.kind === 'print') {
    const printed = (line?.text ?? text).trimEnd();
    if (printed !== '') {
      tally.say(printed);
    }
    return undefined;
  }
  const file = relative(projectRoot, line.file);
  if (line.kind === 'suite') {
    return file;
  }
  const name = `${file}: ${line.name}`;
  switch (line.kind) {
    case 'pass':
      // Node counts a file without tests as a test that passes, when it has a process of its own.
      if (resolve(projectRoot, line.name) === line.file) {
        tally.fail(file, 'there is no test in this file');
      } else {
        tally.pass(name, line.seconds);
      }
      break;
    case 'fail':
      tally.fail(name, line.why);
      break;
    case 'skip':
      tally.skip(name, line.why);
  }
  return file;
}

function parse(text: string): TestLine | undefined {
  try {
    return JSON.parse(text) as TestLine;
  } catch {
    return undefined;
  }
}
