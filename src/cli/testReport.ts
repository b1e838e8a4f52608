import type { TextPosition } from '../core/document/text.ts';
import type { Example } from '../core/order/example.ts';
import type { PlacedRule } from '../core/policyTest/policyTest.ts';

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

/** A JUnit report as XML, with a suite for each file. Names are escaped. */
export function junitOf(reports: readonly Report[]): string {
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
