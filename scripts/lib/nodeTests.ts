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
  /** Runs only files whose path contains this text. */
  readonly part?: string;
  readonly concurrency: number;
  /** A file that matches needs its own process; the others share some. By default, each file has its own. */
  readonly separate?: RegExp;
  /** The time limit for one test, which ends a test that hangs. */
  readonly testSeconds: number;
  /** The time limit for all tests together. */
  readonly suiteSeconds: number;
  /** The seed of the property tests. It is fixed by default, so that a failure is due to the change. */
  readonly seed?: number;
  /** The folder into which each test process writes the guards that it reached (`throwSites.ts`). */
  readonly throwsFolder?: string;
  /** The share of runs that expensive property tests make (`test/unit/dear.ts`). */
  readonly share?: number;
}

const DEFAULT_SEED = 20_261_121;
const scriptPath = (name: string): string => join(projectRoot, 'scripts/lib', name);
const preload = `--import=${pathToFileURL(scriptPath('testProcess.ts')).href}`;
/**
 * The limit for files that share a process. Loading common code again is slow, and so is keeping all of it.
 */
const MAX_SHARED_FILES = 40;

/** Runs test files with Node's own test runner. */
export async function runNodeTests(options: NodeTestsOptions, tally: Tally): Promise<void> {
  const { concurrency, part = '' } = options;
  const [shared, separate]: [string[], string[]] = [[], []];
  for await (const file of glob(options.pattern, { cwd: projectRoot })) {
    if (file.includes(part)) {
      const mayShare = options.separate?.test(await readFile(join(projectRoot, file), 'utf8')) === false;
      (mayShare ? shared : separate).push(file);
    }
  }
  // Processes share compiled code.
  const compiled = await temporaryFolder('compiled');
  const running = new NodeRuns(options, compiled.path, tally);
  const batches = batchesOf(shared.toSorted(), concurrency);
  const runBatches = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      await running.runShared(batch);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runBatches));
  await running.runSeparate(separate.toSorted());
  await compiled.dispose();
}

/** Files of one folder are similar, so each batch gets some of each folder. */
function batchesOf(files: readonly string[], concurrency: number): (readonly string[])[] {
  const rounds = Math.ceil(files.length / (MAX_SHARED_FILES * concurrency));
  const count = Math.min(rounds * concurrency, files.length);
  return Array.from({ length: count }, (_, batch) => files.filter((_file, at) => at % count === batch));
}

class NodeRuns {
  readonly #options: NodeTestsOptions;
  readonly #env: NodeJS.ProcessEnv;
  readonly #tally: Tally;

  constructor(options: NodeTestsOptions, compiled: string, tally: Tally) {
    // Inside a test, this variable would make the runner do nothing.
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    this.#options = options;
    this.#env = {
      NODE_COMPILE_CACHE: compiled,
      ...inherited,
      PROPERTY_SEED: String(options.seed ?? DEFAULT_SEED),
      ...(options.throwsFolder !== undefined && { [throwsVariable]: options.throwsFolder }),
      ...(options.share !== undefined && { PROPERTY_SHARE: String(options.share) }),
    };
    this.#tally = tally;
  }

  /** A file without tests reports nothing, so it is missing in the result. */
  async runShared(files: readonly string[]): Promise<void> {
    const seen = await this.#run([scriptPath('sharedTests.ts'), String(this.#options.testSeconds), ...files]);
    files
      .filter((file) => seen?.has(file) === false)
      .forEach((file) => this.#tally.fail(file, 'there is no test in this file'));
  }

  async runSeparate(files: readonly string[]): Promise<void> {
    if (files.length > 0) {
      const { concurrency, testSeconds } = this.#options;
      await this.#run([
        '--test',
        `--test-concurrency=${concurrency}`,
        `--test-timeout=${testSeconds * 1000}`,
        `--test-reporter=${scriptPath('testReporter.ts')}`,
        ...files,
      ]);
    }
  }

  /** @returns the files that contain tests; undefined when not all files ran */
  async #run(args: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    const { suiteSeconds, pattern } = this.#options;
    const tally = this.#tally;
    const seen = new Set<string>();
    const running = startProcess(process.execPath, [preload, ...args], {
      cwd: projectRoot,
      env: this.#env,
      onLine: (line) => seen.add(recordLine(line, tally) ?? ''),
    });
    let isTooLate = false;
    const timer = setTimeout(() => {
      isTooLate = true;
      void running.stop();
    }, suiteSeconds * 1000);
    const failed = tally.failed;
    const code = await running.ended;
    clearTimeout(timer);
    await running.stop();
    if (isTooLate) {
      tally.fail(pattern, `not done after ${suiteSeconds} s`);
    } else if (code !== 0 && tally.failed === failed) {
      tally.fail(pattern, `the test runner ended with ${code}: ${running.tail()}`);
    }
    return code === 0 ? seen : undefined;
  }
}

/** @returns the file that the line is about */
function recordLine(text: string, tally: Tally): string | undefined {
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
      // In its own process, Node counts a file without tests as a passed test.
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
