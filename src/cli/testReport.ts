import type { TextPosition } from '../core/document/lineIndex.ts';
import type { Example } from '../core/order/example.ts';
import type { PlacedRule } from '../core/policyTest/testResult.ts';

/** The report of a test. Without a name, it is a problem of the file. */
export interface Report {
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

export function asText({ file, start, name, outcome, expected, actual }: Report): string {
  const reason =
    !actual || expected === undefined ? actual : `${outcome === 'failed' ? 'Instead' : 'Unknown'}: ${actual}`;
  const parts = [name, expected === undefined ? undefined : `Expected: ${expected}`, reason].filter(Boolean);
  return `${file}:${start.line + 1}:${start.character + 1}: ${outcome}: ${parts.join('. ')}`;
}

export function asJson({ start, ...report }: Report): object {
  return { ...report, range: { start, end: start } };
}

/** `invalid` counts the tests that cannot run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
  readonly invalid: number;
}

export function countsOf(reports: readonly Report[], invalid: number): Counts {
  const count = (outcome: Report['outcome']): number =>
    reports.filter((report) => report.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), unknown: count('unknown'), invalid };
}

export function summary({ passed, failed, unknown, invalid }: Counts): string {
  return [
    `${passed} passed`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} unknown`,
    invalid > 0 && `${invalid} cannot be run`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

export function junitOf(reports: readonly Report[]): string {
  const files = new Set(reports.map(({ file }) => file));
  return junitText(
    [...files].map((file) => ({
      name: file,
      cases: reports
        .filter((report) => report.file === file)
        .map((report) => ({
          name: report.name ?? 'the file itself',
          outcome: report.holds
            ? ('passed' as const)
            : report.outcome === 'failed'
              ? ('failed' as const)
              : ('error' as const),
          message: asText(report),
        })),
    })),
  );
}

/** One test for a report that pipelines read. */
interface JunitCase {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly message: string;
}

interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** A JUnit report as XML. Names are escaped. */
function junitText(suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ordinance test" ${counts(all)}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${text(name)}" ${counts(cases)}>`,
      ...cases.flatMap((testCase) => caseLines(name, testCase)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(cases: readonly JunitCase[]): string {
  const count = (outcome: JunitCase['outcome']): number =>
    cases.filter((testCase) => testCase.outcome === outcome).length;
  return `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}"`;
}

function caseLines(suite: string, { name, outcome, message }: JunitCase): readonly string[] {
  const start = `    <testcase classname="${text(suite)}" name="${text(name)}"`;
  const tag = outcome === 'error' ? 'error' : 'failure';
  return outcome === 'passed'
    ? [`${start}/>`]
    : [`${start}>`, `      <${tag} message="${text(message)}">${text(message)}</${tag}>`, '    </testcase>'];
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
