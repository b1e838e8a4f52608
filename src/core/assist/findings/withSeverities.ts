import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import { defaultSeverity } from './catalog.ts';

/** By code; what is not named has its default. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** What is to be shown of a text, in its order. A reader may have pointed behind the end. */
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
