import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import { defaultSeverity } from './catalog.ts';

/** Keys are codes; a missing code has its default severity. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** The shown diagnostics are in text order. A reader's range can end behind the text. */
export function withSeverities(
  found: readonly Omit<Diagnostic, 'severity'>[],
  severities: Severities | undefined,
  text: string,
): Diagnostic[] {
  return found
    .flatMap((one): readonly Diagnostic[] => {
      const severity = severities?.[one.code] ?? defaultSeverity(one.code);
      const { start, end } = one.range;
      const range = { start: Math.min(start, text.length), end: Math.min(end, text.length) };
      return severity === 'off' ? [] : [{ ...one, severity, range }];
    })
    .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
