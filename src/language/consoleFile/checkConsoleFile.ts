import { validators } from '../../generated/validators.js';
import { readConsoleFile, type ConsoleFileProblem } from '../../model/consoleFile.ts';
import { defaultSeverity } from '../check/catalogue.ts';
import type { Finding } from '../check/finding.ts';
import { isPlain, plainOf } from '../check/plain.ts';
import { placeInNode } from '../check/place.ts';
import { schemaFindings } from '../check/schemaFindings.ts';
import type { Diagnostic, Severity } from '../diagnostic.ts';
import { documentField } from '../schema/field.ts';
import { valueOfNode, type SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { readWithLibrary } from '../yaml/libraryYaml.ts';
import { sameConsoles } from './sameConsoles.ts';
import { secretsInConsoleFile } from './secretsInConsoleFile.ts';

export interface ConsoleFileOptions {
  /** By code; what is not named has its default. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}

/** What is wrong with the text of an `ordinance.yaml`, in the order of the text. Never throws. */
export function checkConsoleFile(text: string, options: ConsoleFileOptions = {}): Diagnostic[] {
  const { root, problems, fatal } = readWithLibrary(text);
  const found: Omit<Diagnostic, 'severity'>[] = [
    ...problems.map(({ code, message, range }) => ({
      code,
      message: message.replace('a policy file', '`ordinance.yaml`'),
      range,
    })),
    ...secretsInConsoleFile(text, root),
  ];
  if (root && !fatal) {
    const secrets = found.map(({ range }) => range);
    for (const finding of findingsIn(root)) {
      const range = placeInNode(root, finding.path, finding.mark ?? 'value');
      // A secret is said once, whatever else is wrong with the place.
      if (!secrets.some(({ start, end }) => start < range.end && range.start < end)) {
        found.push({
          code: finding.code,
          message: finding.message,
          range,
          data: { fixes: finding.fixes ?? [] },
        });
      }
    }
  }
  return found
    .flatMap((each) => {
      const severity = options.severities?.[each.code] ?? defaultSeverity(each.code);
      return severity === 'off' ? [] : [{ ...each, severity, range: within(text, each.range) }];
    })
    .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

function findingsIn(root: SyntaxNode): Finding[] {
  const plain = plainOf(valueOfNode(root));
  if (plain === null) {
    return [];
  }
  const findings = schemaFindings(
    validators.console,
    plain,
    documentField('console'),
    '`ordinance.yaml`',
  ).map((finding): Finding => {
    if (finding.code === 'schema-required') {
      return { ...finding, message: 'the console needs a `url`' };
    }
    return finding.code === 'unknown-field' ? { ...finding, code: 'console-field' } : finding;
  });
  const covered = (path: readonly (string | number)[]): boolean =>
    findings.some((finding) => {
      const shorter = Math.min(finding.path.length, path.length);
      return finding.path.slice(0, shorter).join('\0') === path.slice(0, shorter).join('\0');
    });
  for (const problem of readConsoleFile(plain).problems) {
    if (!covered(problem.path)) {
      findings.push({
        code: codeOf(problem),
        message: asClause(problem.message),
        path: problem.path,
        mark: problem.path.length === 2 ? 'key' : 'value',
      });
    }
  }
  return isPlain(plain) ? [...findings, ...sameConsoles(plain)] : findings;
}

function codeOf({ path }: ConsoleFileProblem): string {
  const member = path[2];
  if (member === 'url' || member === 'loginUrl' || member === 'sspmUrl') {
    return 'console-address';
  }
  if (member === 'folder') {
    return 'console-folder';
  }
  return path.length === 2 ? 'console-name' : 'console-file';
}

/** The reader may point behind the end. */
function within(text: string, { start, end }: TextRange): TextRange {
  return { start: Math.min(start, text.length), end: Math.min(end, text.length) };
}

/** Diagnostics begin small and end without a full stop. */
function asClause(message: string): string {
  const start = /^[A-Z][a-z]/.test(message) ? message[0]!.toLowerCase() + message.slice(1) : message;
  return start.replace(/\.$/, '');
}
