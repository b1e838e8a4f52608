import { glob } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './paths.ts';
import { startProcess } from './processes.ts';
import type { Tally } from './tally.ts';
import type { TestLine } from './testReporter.ts';

export interface NodeTestsOptions {
  readonly pattern: string;
  /** Only files with this in their path. */
  readonly part?: string;
  readonly concurrency: number;
  /** For one test, against hangs. */
  readonly testSeconds: number;
  /** For all of them together. */
  readonly suiteSeconds: number;
  /** Of the properties; without it always the same, so that a run says something about the change at hand. */
  readonly seed?: number;
}

const usualSeed = 20_261_121;
const seeding = pathToFileURL(join(projectRoot, 'scripts/lib/propertySeed.ts')).href;

/** Runs test files with Node's own test runner, each in a process of its own. */
export async function runNodeTests(options: NodeTestsOptions, tally: Tally): Promise<void> {
  const files: string[] = [];
  for await (const file of glob(options.pattern, { cwd: projectRoot })) {
    if (file.includes(options.part ?? '')) {
      files.push(file);
    }
  }
  if (files.length === 0) {
    return;
  }
  // Inside a test of its own this would make the runner do nothing.
  const { NODE_TEST_CONTEXT: _, ...given } = process.env;
  const env = { ...given, PROPERTY_SEED: String(options.seed ?? usualSeed) };
  const running = startProcess(
    process.execPath,
    [
      `--import=${seeding}`,
      '--test',
      `--test-concurrency=${options.concurrency}`,
      `--test-timeout=${options.testSeconds * 1000}`,
      `--test-reporter=${join(projectRoot, 'scripts/lib/testReporter.ts')}`,
      ...files.toSorted(),
    ],
    { cwd: projectRoot, env, onLine: (line) => take(line, tally) },
  );
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void running.stop();
  }, options.suiteSeconds * 1000);
  const code = await running.ended;
  clearTimeout(timer);
  await running.stop();
  if (late) {
    tally.fail(options.pattern, `not done after ${options.suiteSeconds} s`);
  } else if (code !== 0 && tally.failed === 0) {
    tally.fail(options.pattern, `the test runner ended with ${code}: ${running.tail()}`);
  }
}

function take(text: string, tally: Tally): void {
  const line = parse(text);
  if (line === undefined || line.kind === 'print') {
    const printed = (line?.text ?? text).trimEnd();
    if (printed !== '') {
      tally.say(printed);
    }
    return;
  }
  const file = relative(projectRoot, line.file);
  const name = `${file}: ${line.name}`;
  switch (line.kind) {
    case 'pass':
      // Node counts a file without tests as a test that passes.
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
}

function parse(text: string): TestLine | undefined {
  try {
    return JSON.parse(text) as TestLine;
  } catch {
    return undefined;
  }
}
