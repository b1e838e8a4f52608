import { createHash } from 'node:crypto';
import type { Severity } from '../../core/document/diagnostic.ts';
import type { Finding } from './finding.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'major',
  information: 'minor',
  hint: 'info',
};

/**
 * Findings as a code quality report of GitLab: a list of issues. The fingerprint of an issue stays the same
 * as long as its finding.
 */
export function codeQualityReport(findings: readonly Finding[]): readonly object[] {
  const occurrences = new Map<string, number>();
  return findings.map(({ file, code, severity, message, range }) => {
    const path = file.replaceAll('\\', '/');
    const key = JSON.stringify([path, code, message]);
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash('sha256').update(`${key}${occurrence}`).digest('hex'),
      severity: severities[severity],
      location: { path, lines: { begin: range.start.line + 1 } },
    };
  });
}
