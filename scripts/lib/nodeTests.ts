import { glob } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectRoot } from './paths.ts';
import { startProcess } from './processes.ts';
import type { Tally } from './tally.ts';
import type { TestLine } from './testReporter.ts';

export interface NodeTestsOptions {
  readonly pattern: string;
  readonly concurrency: number;
  /** For one test, against hangs. */
  readonly testSeconds: number;
  /** For all of them together. */
  readonly suiteSeconds: number;
}

/** Runs test files with Node's own test runner, each in a process of its own. */
export async function runNodeTests(options: NodeTestsOptions, tally: Tally): Promise<void> {
  const files: string[] = [];
  for await (const file of glob(options.pattern, { cwd: projectRoot })) {
    files.push(file);
  }
  if (files.length === 0) {
    return;
  }
  const seen = new Set<string>();
  // Inside a test of its own this would make the runner do nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const running = startProcess(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${options.concurrency}`,
      `--test-timeout=${options.testSeconds * 1000}`,
      `--test-reporter=${join(projectRoot, 'scripts/lib/testReporter.ts')}`,
      ...files.toSorted(),
    ],
    { cwd: projectRoot, env, onLine: (line) => take(line, tally, seen) },
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
  for (const file of files) {
    if (!late && !seen.has(file)) {
      tally.fail(file, 'there is no test in this file');
    }
  }
}

function take(text: string, tally: Tally, seen: Set<string>): void {
  const line = parse(text);
  if (line === undefined || line.kind === 'print') {
    const printed = (line?.text ?? text).trimEnd();
    if (printed !== '') {
      tally.say(printed);
    }
    return;
  }
  const file = relative(projectRoot, line.file);
  const isWholeFile = line.name === line.file || line.name === file;
  const name = `${file}: ${line.name}`;
  if (line.kind === 'pass') {
    if (!isWholeFile) {
      seen.add(file);
      tally.pass(name, line.seconds);
    }
    return;
  }
  seen.add(file);
  if (line.kind === 'fail') {
    tally.fail(name, line.why);
  } else {
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
