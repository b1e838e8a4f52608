import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import { defaultSeverity } from './catalog.ts';

/** Keys are codes; a missing code has its default severity. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

export function severityIn(severities: Severities, code: string): Severity | 'off' {
  return (Object.hasOwn(severities, code) ? severities[code] : undefined) ?? defaultSeverity(code);
}

/** The worst severity comes first. */
export const severityLevels: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export function sortByRange<Found extends Pick<Diagnostic, 'range'>>(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/** The shown diagnostics are in text order. A reader's range can end behind the text. */
export function withSeverities(
  found: readonly Omit<Diagnostic, 'severity'>[],
  severities: Severities | undefined,
  text: string,
): Diagnostic[] {
  return sortByRange(
    found.flatMap((one): readonly Diagnostic[] => {
      const severity = severityIn(severities ?? {}, one.code);
      const { start, end } = one.range;
      const range = { start: Math.min(start, text.length), end: Math.min(end, text.length) };
      return severity === 'off' ? [] : [{ ...one, severity, range }];
    }),
  );
}
