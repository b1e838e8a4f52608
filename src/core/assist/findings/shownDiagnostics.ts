import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import { severityIn, severityLevels, sortByRange, type Severities } from './severities.ts';

/** A finding gets its place only when it is shown, because a file can have thousands. */
export interface UnplacedFinding {
  readonly code: string;
  readonly place: () => Omit<Diagnostic, 'code' | 'severity'>;
}

const MAX_SHOWN = 1000;

/** The diagnostics are in text order: the worst ones up to the limit, and one that counts the rest. */
export function shownDiagnostics(
  found: Iterable<UnplacedFinding>,
  severities: Severities = {},
  limit = MAX_SHOWN,
): Diagnostic[] {
  const rated = new Map<Severity | 'off', UnplacedFinding[]>(severityLevels.map((level) => [level, []]));
  let count = 0;
  for (const finding of found) {
    const alike = rated.get(severityIn(severities, finding.code));
    count += alike ? 1 : 0;
    // One more than can be shown is enough.
    if (alike && alike.length <= limit) {
      alike.push(finding);
    }
  }
  const worstFirst = [...rated].flatMap(([severity, alike]) =>
    alike.map((finding) => ({ severity, finding })),
  );
  const shown = worstFirst.slice(0, limit).map(({ severity, finding: { code, place } }) => ({
    code,
    severity: severity as Severity,
    ...place(),
  }));
  const diagnostics: Diagnostic[] = sortByRange(shown);
  const leftOut = worstFirst[limit]?.finding;
  const severity = severityIn(severities, 'more-problems');
  if (leftOut && severity !== 'off') {
    const more = count - shown.length;
    const message = `And ${more} more ${more === 1 ? 'problem' : 'problems'}`;
    diagnostics.push({ code: 'more-problems', severity, message, range: leftOut.place().range });
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
