import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import { defaultSeverity } from './catalog.ts';

/** Keys are codes; a missing code has its default severity. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

export function severityIn(severities: Severities, code: string): Severity | 'off' {
  return (Object.hasOwn(severities, code) ? severities[code] : undefined) ?? defaultSeverity(code);
}

/** The worst severity comes first. */
export const severityLevels: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export function sortByRange<Ranged extends Pick<Diagnostic, 'range'>>(findings: readonly Ranged[]): Ranged[] {
  return findings.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
