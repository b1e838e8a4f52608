import { stat } from 'node:fs/promises';
import path from 'node:path';
import { placeOfTest, readTestFile } from '../core/assist/testFile/readTestFile.ts';
import { LineIndex, type TextPosition } from '../core/document/lineIndex.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { runTestsSteps } from '../core/policyTest/runTests.ts';
import { testedPolicy, type TestedPolicy } from '../core/policyTest/testedPolicy.ts';
import type { TestResult } from '../core/policyTest/testResult.ts';
import { testSpellingOf } from '../core/policyTest/testFileName.ts';
import { readTestText, testFilesBelow } from '../core/sync/store/testFiles.ts';
import { ExpectedError, messageOf, passOnCanceled } from '../core/util/errors.ts';
import { inSlices } from '../core/util/inSlices.ts';
import { isBelow } from '../core/util/isBelow.ts';
import { command, type Call, type End, type Options } from './command.ts';
import { exitCode, UsageError, type Output } from './output.ts';
import { placeOptions } from './remote/arguments.ts';
import { consolePlaces, type ConsolePlace } from './remote/consolePlace.ts';
import type { Environment } from './remote/environment.ts';
import { openSide, type Side } from './remote/sides.ts';
import { writeNamedFile } from './writeNamedFile.ts';
import { asJson, asText, countsOf, junitOf, summary, type Report } from './testReport.ts';
import { whileOpen } from '../core/util/disposable.ts';

const options = {
  ...placeOptions,
  junit: { argument: 'FILE', description: 'also writes a report that pipelines show' },
} as const satisfies Options;

/**
 * Runs the tests of policies on the working copies: all of the repository, or those of the files and folders that are named.
 * Exit code 1 when a test fails, cannot be run, or is unknown and does not allow that.
 */
export const test = command({
  name: 'test',
  summary: 'runs the tests of policies on the files; needs no console where collections.yaml is kept',
  takes: '[PATH...]',
  means:
    'A PATH is a test file (*.policy-test.yaml or .json) or a folder. Without a path: all tests of the workspace. The exit code is 0 if all tests pass or there is none, and 1 if a test fails or cannot run.',
  options,
  examples: [
    ['ordinance test', 'every test of the workspace'],
    ['ordinance test --junit report.xml policies/production', 'the tests of one console, with a report'],
  ],
  run: runTests,
});

async function runTests({ values, positionals, output, environment }: Call<typeof options>): Promise<End> {
  const places = await consolePlaces(values, environment);
  const files = await filesOf(places, positionals, environment);
  const runs: FileRun[] = [];
  for (const place of places) {
    const own = files.filter((one) => one.place === place).map(({ file }) => file);
    if (own.length > 0) {
      runs.push(...(await runAll(place, own, output, environment)));
    }
  }
  const reports = runs.flatMap((one) => one.reports);
  if (values.junit !== undefined) {
    const root = path.resolve(environment.folder, values.root ?? '.');
    await writeNamedFile(root, path.resolve(environment.folder, values.junit), junitOf(reports));
  }
  const counts = countsOf(
    reports,
    runs.reduce((sum, { notRun }) => sum + notRun, 0),
  );
  const document = { ...counts, tests: reports.map(asJson) };
  if (files.length === 0) {
    output.note('there are no tests here: test files are named *.policy-test.yaml or *.policy-test.json');
    return { code: exitCode.ok, document };
  }
  reports.filter(({ holds }) => !holds).forEach((report) => output.found(asText(report)));
  output.out(summary(counts));
  return { code: reports.every(({ holds }) => holds) ? exitCode.ok : exitCode.problems, document };
}

interface FileRun {
  readonly reports: readonly Report[];
  /** Tests that cannot be run: of one there may be several problems, and one problem may be of all. At least one where there is a problem. */
  readonly notRun: number;
}

interface Found {
  readonly place: ConsolePlace;
  readonly file: string;
}

/** Throws UsageError for a path that is not there, or belongs to no console. */
async function filesOf(
  places: readonly ConsolePlace[],
  paths: readonly string[],
  { folder, signal }: Environment,
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  const named = paths.map((one) => path.resolve(folder, one));
  for (const place of places) {
    const within = named.filter(
      (one) => isBelow(place.policyFolder, one) || isBelow(one, place.policyFolder),
    );
    for (const one of paths.length > 0 ? within : [place.policyFolder]) {
      const start = isBelow(one, place.policyFolder) ? place.policyFolder : one;
      const isFolder = await stat(start).then(
        (there) => there.isDirectory(),
        () => false,
      );
      const files = testSpellingOf(start) ? [start] : isFolder ? await testFilesBelow(start, signal) : [];
      files.forEach((file) => found.set(file, { place, file }));
    }
  }
  for (const [at, one] of named.entries()) {
    const isThere = await stat(one).then(Boolean, () => false);
    if (!isThere || ![...found.keys()].some((file) => isBelow(one, file))) {
      throw new UsageError(
        isThere
          ? `${paths[at]}: there are no tests of a console here`
          : `${paths[at]}: there is no such file or folder`,
      );
    }
  }
  return [...found.values()];
}

async function runAll(
  place: ConsolePlace,
  files: readonly string[],
  output: Output,
  environment: Environment,
): Promise<readonly FileRun[]> {
  return whileOpen(
    openSide('file', { root: place.root, console: place.entry.name }, environment, output),
    async (side) => {
      const policies = new TestedPolicies(side);
      const runs: FileRun[] = [];
      for (const file of files) {
        output.detail(`running ${file}`);
        runs.push(await runFile(place, file, policies, environment));
      }
      return runs;
    },
  );
}

/** Each policy is read once for all files. */
class TestedPolicies {
  readonly #side: Side;
  readonly #read = new Map<PolicyKind, Promise<TestedPolicy>>();
  #collections: ReturnType<Side['collections']> | undefined;

  constructor(side: Side) {
    this.#side = side;
  }

  async of(kind: PolicyKind): Promise<TestedPolicy> {
    const reading = this.#read.get(kind) ?? this.#readPolicy(kind);
    this.#read.set(kind, reading);
    return reading;
  }

  async #readPolicy(kind: PolicyKind): Promise<TestedPolicy> {
    const document = await this.#side.document(kind);
    this.#collections ??= this.#side.collections();
    return testedPolicy(kind, document, await this.#collections);
  }
}

async function runFile(
  { root, entry }: ConsolePlace,
  full: string,
  policies: TestedPolicies,
  { folder, signal }: Environment,
): Promise<FileRun> {
  const file = path.relative(folder, full) || full;
  const own = { file, console: entry.name };
  const start: TextPosition = { line: 0, character: 0 };
  const invalid = (actual: string, at = start): Report => ({
    ...own,
    start: at,
    outcome: 'invalid',
    holds: false,
    actual,
  });
  let written = 0;
  try {
    const text = await readTestText(root, full);
    const lines = new LineIndex(text);
    const read = readTestFile(text, testSpellingOf(full) ?? 'yaml');
    const { root: node, tests, kind, diagnostics } = read;
    written = read.written;
    const wrong = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ message, range }) => invalid(message, lines.position(range.start)));
    if (!kind || !node || tests.length === 0) {
      return {
        reports: wrong.length > 0 ? wrong : [invalid('the file contains no tests')],
        notRun: Math.max(written, 1),
      };
    }
    const runs = await inSlices(runTestsSteps(await policies.of(kind), tests), signal);
    const done = runs.map(({ test: { name, index }, result }): Report => ({
      ...own,
      start: lines.position(placeOfTest(node, index, 'name').start),
      policy: kind.name,
      name,
      ...resultAsData(result),
    }));
    const notRun = written - tests.length + done.filter(({ outcome }) => outcome === 'invalid').length;
    return { reports: [...wrong, ...done], notRun: wrong.length > 0 ? Math.max(notRun, 1) : notRun };
  } catch (error) {
    passOnCanceled(error);
    const why =
      error instanceof ExpectedError
        ? [error.message, error.advice].filter(Boolean).join(' ')
        : messageOf(error);
    return { reports: [invalid(why)], notRun: Math.max(written, 1) };
  }
}

/** `actual` names the missing knowledge. */
function resultAsData({ outcome, holds, expected, actual, example, rule }: TestResult): TestResult {
  return { outcome, holds, expected, actual, ...(example && { example }), ...(rule && { rule }) };
}
