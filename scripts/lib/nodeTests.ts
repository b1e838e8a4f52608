import { glob, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './cleanup.ts';
import { projectRoot } from './paths.ts';
import { startProcess } from './processes.ts';
import type { Tally } from './tally.ts';
import type { TestLine } from './testReporter.ts';
import { throwsVariable } from './throwSites.ts';

export interface NodeTestsOptions {
  readonly pattern: string;
  /** Only files with this in their path. */
  readonly part?: string;
  readonly concurrency: number;
  /** A file that matches needs a process of its own; the others share a few. Without it, each file has its own. */
  readonly apart?: RegExp;
  /** For one test, against hangs. */
  readonly testSeconds: number;
  /** For all of them together. */
  readonly suiteSeconds: number;
  /** The seed of the properties. It is fixed by default, so that a run is about the change. */
  readonly seed?: number;
  /** Each test process writes here which guards it reached (`throwSites.ts`). */
  readonly throwsFolder?: string;
  /** How many of their runs the dear properties make (`test/unit/dear.ts`). */
  readonly share?: number;
}

const DEFAULT_SEED = 20_261_121;
const own = (name: string): string => join(projectRoot, 'scripts/lib', name);
const first = `--import=${pathToFileURL(own('testProcess.ts')).href}`;
/** The number of files that share a process. Loading common code is slow, and so is keeping all of it. */
const MAX_TOGETHER = 40;

/** Runs test files with Node's own test runner. */
export async function runNodeTests(options: NodeTestsOptions, tally: Tally): Promise<void> {
  const { concurrency, part = '' } = options;
  const [shared, apart]: [string[], string[]] = [[], []];
  for await (const file of glob(options.pattern, { cwd: projectRoot })) {
    if (file.includes(part)) {
      const mayShare = options.apart?.test(await readFile(join(projectRoot, file), 'utf8')) === false;
      (mayShare ? shared : apart).push(file);
    }
  }
  // Processes share compiled code.
  const compiled = await temporaryFolder('compiled');
  const running = new NodeRuns(options, compiled.path, tally);
  const batches = batchesOf(shared.toSorted(), concurrency);
  const lane = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      await running.runTogether(batch);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  await running.runApart(apart.toSorted());
  await compiled.dispose();
}

/** Files of a folder are alike: each batch has some of each. */
function batchesOf(files: readonly string[], concurrency: number): (readonly string[])[] {
  const rounds = Math.ceil(files.length / (MAX_TOGETHER * concurrency));
  const count = Math.min(rounds * concurrency, files.length);
  return Array.from({ length: count }, (_, batch) => files.filter((_file, at) => at % count === batch));
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
      PROPERTY_SEED: String(options.seed ?? DEFAULT_SEED),
      ...(options.throwsFolder !== undefined && { [throwsVariable]: options.throwsFolder }),
      ...(options.share !== undefined && { PROPERTY_SHARE: String(options.share) }),
    };
    this.#tally = tally;
  }

  /** Nothing is told of a file without tests: it is missed. */
  async runTogether(files: readonly string[]): Promise<void> {
    const seen = await this.#run([own('sharedTests.ts'), String(this.#options.testSeconds), ...files]);
    files
      .filter((file) => seen?.has(file) === false)
      .forEach((file) => this.#tally.fail(file, 'there is no test in this file'));
  }

  async runApart(files: readonly string[]): Promise<void> {
    if (files.length > 0) {
      const { concurrency, testSeconds } = this.#options;
      await this.#run([
        '--test',
        `--test-concurrency=${concurrency}`,
        `--test-timeout=${testSeconds * 1000}`,
        `--test-reporter=${own('testReporter.ts')}`,
        ...files,
      ]);
    }
  }

  /** @returns the files that have tests, as far as they stand in them; undefined when not all were run */
  async #run(args: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    const { suiteSeconds, pattern } = this.#options;
    const tally = this.#tally;
    const seen = new Set<string>();
    const running = startProcess(process.execPath, [first, ...args], {
      cwd: projectRoot,
      env: this.#env,
      onLine: (line) => seen.add(take(line, tally) ?? ''),
    });
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
