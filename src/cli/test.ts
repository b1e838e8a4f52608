import { stat } from 'node:fs/promises';
import path from 'node:path';
import { placeOfTest, readTestFile } from '../core/assist/testFile/readTestFile.ts';
import { LineIndex, type TextPosition } from '../core/document/text.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { runTestsOn } from '../core/policyTest/runTests.ts';
import {
  testedPolicy,
  type TestedPolicy,
  type TestResult,
  type PlacedRule,
} from '../core/policyTest/policyTest.ts';
import { testSpellingOf } from '../core/policy/policyFile.ts';
import { readTestText, testFilesBelow } from '../core/sync/store/testFiles.ts';
import { ExpectedError, messageOf, passOnCanceled } from '../core/util/errors.ts';
import { isBelow } from '../core/sync/store/insideWorkspace.ts';
import { defineCommand, type CallContext, type Environment } from './command.ts';
import { exitCode, UsageError } from './output.ts';
import { placeOptions } from './remote/arguments.ts';
import { consolePlaces, type ConsolePlace } from './remote/consolePlace.ts';
import { openSide, type Side } from './remote/sides.ts';
import { writeNamedFile } from './namedFile.ts';
import { whileOpen } from '../core/util/disposable.ts';
import type { Example } from '../core/order/example.ts';

/**
 * Runs the tests of policies on the policy files: all tests of the repository, or those of the named files
 * and folders. The exit code is 1 when a test fails, cannot run, or has an unknown result that it does not
 * allow.
 */
export const test = defineCommand({
  name: 'test',
  summary: 'runs the tests of policies on the files; needs no console where collections.yaml is kept',
  operands: '[PATH...]',
  details:
    'A PATH is a test file (*.policy-test.yaml or .json) or a folder. Without a path: all tests of the workspace. The exit code is 0 if all tests pass or there is none, and 1 if a test fails, is unknown or cannot run.',
  options: {
    ...placeOptions,
    junit: { argument: 'FILE', description: 'also writes a report that pipelines show' },
  },
  examples: [
    ['ordinance test', 'every test of the workspace'],
    ['ordinance test --junit report.xml policies/production', 'the tests of one console, with a report'],
  ],
  async run(call) {
    const { values, positionals, output, environment } = call;
    const places = await consolePlaces(values, environment);
    const files = await filesOf(places, positionals, environment);
    const runs: FileRun[] = [];
    for (const place of places) {
      const own = files.filter((candidate) => candidate.place === place).map(({ file }) => file);
      if (own.length > 0) {
        runs.push(...(await runAll(place, own, call)));
      }
    }
    const reports = runs.flatMap((run) => run.reports);
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
    reports.filter(({ holds }) => !holds).forEach((report) => output.problem(asText(report)));
    output.out(summary(counts));
    return { code: reports.every(({ holds }) => holds) ? exitCode.ok : exitCode.problems, document };
  },
});

interface FileRun {
  readonly reports: readonly Report[];
  /**
   * The number of tests that cannot run; at least 1 when the file has a problem. One test may have several
   * problems, and one problem may affect all tests.
   */
  readonly notRun: number;
}

interface TestFile {
  readonly place: ConsolePlace;
  readonly file: string;
}

/** Throws UsageError for a path that does not exist or belongs to no console. */
async function filesOf(
  places: readonly ConsolePlace[],
  paths: readonly string[],
  { folder, signal }: Environment,
): Promise<readonly TestFile[]> {
  const testFiles = new Map<string, TestFile>();
  const named = paths.map((name) => path.resolve(folder, name));
  for (const place of places) {
    const within = named.filter(
      (target) => isBelow(place.policyFolder, target) || isBelow(target, place.policyFolder),
    );
    for (const target of paths.length > 0 ? within : [place.policyFolder]) {
      const start = isBelow(target, place.policyFolder) ? place.policyFolder : target;
      const isFolder = await stat(start).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      const files = testSpellingOf(start) ? [start] : isFolder ? await testFilesBelow(start, signal) : [];
      files.forEach((file) => testFiles.set(file, { place, file }));
    }
  }
  for (const [at, target] of named.entries()) {
    const exists = await stat(target).then(Boolean, () => false);
    if (!exists || ![...testFiles.keys()].some((file) => isBelow(target, file))) {
      throw new UsageError(
        exists
          ? `${paths[at]}: there are no tests of a console here`
          : `${paths[at]}: there is no such file or folder`,
      );
    }
  }
  return [...testFiles.values()];
}

async function runAll(
  place: ConsolePlace,
  files: readonly string[],
  call: CallContext,
): Promise<readonly FileRun[]> {
  return whileOpen(openSide('file', place, call), async (side) => {
    // Each policy and the collections are read once for all files.
    const policies = new Map<PolicyKind, Promise<TestedPolicy>>();
    let collections: ReturnType<Side['collections']> | undefined;
    const readPolicy = async (kind: PolicyKind): Promise<TestedPolicy> =>
      testedPolicy(kind, await side.document(kind), await (collections ??= side.collections()));
    const policyOf = (kind: PolicyKind): Promise<TestedPolicy> => {
      const policy = policies.get(kind) ?? readPolicy(kind);
      policies.set(kind, policy);
      return policy;
    };
    const runs: FileRun[] = [];
    for (const file of files) {
      call.output.detail(`running ${file}`);
      runs.push(await runFile(place, file, policyOf, call.environment));
    }
    return runs;
  });
}

async function runFile(
  { root, entry }: ConsolePlace,
  full: string,
  policyOf: (kind: PolicyKind) => Promise<TestedPolicy>,
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
    const problems = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ message, range }) => invalid(message, lines.position(range.start)));
    if (!kind || !node || tests.length === 0) {
      return {
        reports: problems.length > 0 ? problems : [invalid('the file contains no tests')],
        notRun: Math.max(written, 1),
      };
    }
    const runs = await runTestsOn(await policyOf(kind), tests, signal);
    const done = runs.map(({ test: { name, index }, result }): Report => ({
      ...own,
      start: lines.position(placeOfTest(node, index).start),
      policy: kind.name,
      name,
      ...resultAsData(result),
    }));
    const notRun = written - tests.length + done.filter(({ outcome }) => outcome === 'invalid').length;
    return { reports: [...problems, ...done], notRun: problems.length > 0 ? Math.max(notRun, 1) : notRun };
  } catch (error) {
    passOnCanceled(error);
    const why =
      error instanceof ExpectedError
        ? [error.message, error.advice].filter(Boolean).join(' ')
        : messageOf(error);
    return { reports: [invalid(why)], notRun: Math.max(written, 1) };
  }
}

/** `actual` names the missing information. */
function resultAsData({ outcome, holds, expected, actual, example, rule }: TestResult): TestResult {
  return { outcome, holds, expected, actual, ...(example && { example }), ...(rule && { rule }) };
}

/** The report of a test. Without a name, it is a problem of the file. */
interface Report {
  readonly file: string;
  readonly start: TextPosition;
  readonly console: string;
  readonly policy?: string;
  readonly name?: string;
  readonly outcome: 'passed' | 'failed' | 'unknown' | 'invalid';
  readonly holds: boolean;
  readonly expected?: string;
  readonly actual?: string;
  readonly rule?: PlacedRule;
  readonly example?: Example;
}

function asText({ file, start, name, outcome, expected, actual }: Report): string {
  const reason =
    !actual || expected === undefined ? actual : `${outcome === 'failed' ? 'Instead' : 'Unknown'}: ${actual}`;
  const parts = [name, expected === undefined ? undefined : `Expected: ${expected}`, reason].filter(Boolean);
  return `${file}:${start.line + 1}:${start.character + 1}: ${outcome}: ${parts.join('. ')}`;
}

function asJson({ start, ...report }: Report): object {
  return { ...report, range: { start, end: start } };
}

/** `invalid` counts the tests that cannot run. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
  readonly invalid: number;
}

function countsOf(reports: readonly Report[], invalid: number): Counts {
  const count = (outcome: Report['outcome']): number =>
    reports.filter((report) => report.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), unknown: count('unknown'), invalid };
}

function summary({ passed, failed, unknown, invalid }: Counts): string {
  return [
    `${passed} passed`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} unknown`,
    invalid > 0 && `${invalid} cannot be run`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** A JUnit report as XML, with a suite for each file. Names are escaped. */
function junitOf(reports: readonly Report[]): string {
  const suites = [...Map.groupBy(reports, ({ file }) => file)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ordinance test" ${junitCounts(reports)}>`,
    ...suites.flatMap(([file, cases]) => [
      `  <testsuite name="${text(file)}" ${junitCounts(cases)}>`,
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

/** The element for a test that does not pass. */
function junitProblem({ holds, outcome }: Report): 'failure' | 'error' | undefined {
  return holds ? undefined : outcome === 'failed' ? 'failure' : 'error';
}

function junitCounts(reports: readonly Report[]): string {
  const count = (problem: 'failure' | 'error'): number =>
    reports.filter((report) => junitProblem(report) === problem).length;
  return `tests="${reports.length}" failures="${count('failure')}" errors="${count('error')}"`;
}

function caseLines(report: Report): readonly string[] {
  const start = `    <testcase classname="${text(report.file)}" name="${text(report.name ?? 'the file itself')}"`;
  const tag = junitProblem(report);
  const message = text(asText(report));
  return tag === undefined
    ? [`${start}/>`]
    : [`${start}>`, `      <${tag} message="${message}">${message}</${tag}>`, '    </testcase>'];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML cannot contain most control characters. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFE\uFFFF]/gu, (character) => `<U+${codeOf(character)}>`)
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
