import type { TextPosition } from '../core/document/lineIndex.ts';
import type { Example } from '../core/order/example.ts';
import type { PlacedRule } from '../core/policyTest/testResult.ts';
import { junitText } from './junit.ts';

/** A test as it is reported. One without a name is what is wrong with a file. */
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
  const said = [name, expected === undefined ? undefined : `expected ${expected}`, actual].filter(Boolean);
  return `${file}:${start.line + 1}:${start.character + 1}: ${outcome}: ${said.join('; ')}`;
}

export function asJson({ start, ...report }: Report): object {
  return { ...report, range: { start, end: start } };
}

/** `invalid`: tests that cannot be run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
  readonly invalid: number;
}

export function countsOf(reports: readonly Report[], invalid: number): Counts {
  const count = (outcome: Report['outcome']): number =>
    reports.filter((one) => one.outcome === outcome).length;
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
        .filter((one) => one.file === file)
        .map((one) => ({
          name: one.name ?? 'the file itself',
          outcome: one.holds
            ? ('passed' as const)
            : one.outcome === 'failed'
              ? ('failed' as const)
              : ('error' as const),
          message: asText(one),
        })),
    })),
  );
}
