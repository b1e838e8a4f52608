import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import { defaultSeverity } from './catalog.ts';

/** Keys are codes; a missing code has its default severity. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

export type PlacedFinding = Omit<Diagnostic, 'code' | 'severity'>;

/** A finding gets its words and place only when it is shown, because a file can have thousands. */
export interface UnplacedFinding {
  readonly code: string;
  readonly place: () => PlacedFinding;
}

const MAX_SHOWN = 1000;

const worstFirst: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The diagnostics are in text order: the worst ones up to the limit, and one that counts the rest. */
export function shownDiagnostics(
  found: Iterable<UnplacedFinding>,
  severities: Severities = {},
  limit = MAX_SHOWN,
): Diagnostic[] {
  const severityOf = (code: string): Severity | 'off' =>
    (Object.hasOwn(severities, code) ? severities[code] : undefined) ?? defaultSeverity(code);
  const rated = new Map<Severity | 'off', UnplacedFinding[]>(worstFirst.map((level) => [level, []]));
  let count = 0;
  for (const finding of found) {
    const alike = rated.get(severityOf(finding.code));
    count += alike ? 1 : 0;
    // One more than can be shown is enough.
    if (alike && alike.length <= limit) {
      alike.push(finding);
    }
  }
  const all = worstFirst.flatMap((severity) =>
    rated.get(severity)!.map(({ code, place }) => ({ code, severity, place })),
  );
  const diagnostics: Diagnostic[] = all
    .slice(0, limit)
    .map(({ code, severity, place }) => ({ code, severity, ...place() }))
    .sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const severity = severityOf('more-problems');
  const next = all[limit];
  if (next && severity !== 'off') {
    const more = count - limit;
    const message = `And ${more} more ${more === 1 ? 'problem' : 'problems'}`;
    diagnostics.push({ code: 'more-problems', severity, message, range: next.place().range });
  }
  return diagnostics;
}

/** The function works like `shownDiagnostics`, for findings that have their places. */
export function withSeverities(
  found: readonly Omit<Diagnostic, 'severity'>[],
  severities: Severities | undefined,
): Diagnostic[] {
  return shownDiagnostics(
    found.map((finding) => ({ code: finding.code, place: () => finding })),
    severities,
  );
}
