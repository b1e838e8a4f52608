import { defaultSeverity, summaryOf } from '../../core/assist/findings/catalog.ts';
import type { Severity } from '../../core/document/diagnostic.ts';
import type { TextPosition } from '../../core/document/text.ts';
import { createHash } from 'node:crypto';
import type { Failure, Finding, Note } from './findingsSteps.ts';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** Findings as a log of SARIF 2.1.0. */
export function sarifLog(
  findings: readonly Finding[],
  {
    failures,
    notes = [],
  }: { readonly failures: readonly Failure[]; readonly notes?: readonly Omit<Note, 'title'>[] },
  version: string,
): object {
  const notifications = [
    ...failures.map(({ file, message }) => ({ level: 'error', at: file, message })),
    ...notes.map(({ about, message }) => ({ level: 'note', at: about, message })),
  ];
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  return {
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Ordinance', semanticVersion: version, rules: codes.map(descriptor) },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ file, code, severity, message, range }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: levels[severity],
          message: { text: plain(message) },
          locations: [location(file, region(range))],
        })),
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            ...(notifications.length > 0 && {
              toolExecutionNotifications: notifications.map(({ level, at, message }) => ({
                level,
                message: { text: plain(message) },
                locations: [location(at)],
              })),
            }),
          },
        ],
      },
    ],
  };
}

/** The description of a code in a list of alerts. It names the page, because the address of the page is unknown here. */
function descriptor(code: string): object {
  const summary = summaryOf(code);
  return {
    id: code,
    defaultConfiguration: { level: levels[defaultSeverity(code)] },
    ...(summary !== undefined && {
      shortDescription: { text: summary },
      help: {
        text: `${summary} What it means and what to do is in docs/diagnostics.md of Ordinance, under ${code}.`,
      },
    }),
  };
}

/**
 * Escapes brackets, because viewers show `[text](address)` in a message as a link (SARIF 3.11.6). Text from
 * others must not become a link.
 */
function plain(message: string): string {
  return message.includes('](') ? message.replaceAll(/[\\[\]]/g, String.raw`\$&`) : message;
}

function location(file: string, inFile?: object): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...(inFile && { region: inFile }) } };
}

/**
 * A relative path stays relative to the current folder, because the reader of the log knows the root of the
 * repository.
 */
function uriOf(file: string): string {
  const parts = file.replaceAll('\\', '/').split('/');
  const [first = ''] = parts;
  const isDrive = /^[a-z]:$/i.test(first);
  const written = parts.map((part, at) => (at === 0 && isDrive ? part : encodeURIComponent(part))).join('/');
  return isDrive ? `file:///${written}` : first === '' ? `file://${written}` : written;
}

function region({ start, end }: Finding['range']): object {
  const place = ({ line, character }: TextPosition) => [line + 1, character + 1] as const;
  const [startLine, startColumn] = place(start);
  const [endLine, endColumn] = place(end);
  return { startLine, startColumn, endLine, endColumn };
}

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
