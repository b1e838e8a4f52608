import { createHash } from 'node:crypto';
import type { Severity } from '../../core/document/diagnostic.ts';
import type { Finding } from './finding.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'major',
  information: 'minor',
  hint: 'info',
};

/** Findings as a code quality report of GitLab: a list of issues, each with a fingerprint that lasts as long as it is the same. */
export function codeQualityReport(findings: readonly Finding[]): readonly object[] {
  const times = new Map<string, number>();
  return findings.map(({ file, code, severity, message, range }) => {
    const path = file.replaceAll('\\', '/');
    const what = JSON.stringify([path, code, message]);
    const time = times.get(what) ?? 0;
    times.set(what, time + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash('sha256').update(`${what}${time}`).digest('hex'),
      severity: severities[severity],
      location: { path, lines: { begin: range.start.line + 1 } },
    };
  });
}
