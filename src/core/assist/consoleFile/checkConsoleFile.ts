import { sentence } from '../../util/sentence.ts';
import {
  mostConsoleFileBytes,
  mostConsoles,
  readConsoleFile,
  type ConsoleFileProblem,
} from '../../consoles/consoleFile.ts';
import { coverOf } from '../findings/coverOf.ts';
import type { Finding } from '../findings/finding.ts';
import { isPlain, objectAt, plainOf } from '../findings/plain.ts';
import { placeInNode, writtenAt } from '../findings/place.ts';
import { reported, type Severities } from '../findings/reported.ts';
import { schemaFindings } from '../findings/schemaFindings.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { documentField } from '../schema/field.ts';
import { validators } from '../../../generated/validators.js';
import { valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';
import { readWholeYaml } from '../../document/wholeFile.ts';
import { sameConsoles } from './sameConsoles.ts';
import { secretsInConsoleFile } from './secretsInConsoleFile.ts';

export interface ConsoleFileOptions {
  readonly severities?: Severities;
}

/** A file with more is no file of consoles. */
const MAX_FINDINGS = 500;

/** What is wrong with the text of an `ordinance.yaml`, in the order of the text. Never throws. */
export function checkConsoleFile(text: string, options: ConsoleFileOptions = {}): Diagnostic[] {
  if (text.length > mostConsoleFileBytes) {
    const message = `The file is larger than ${mostConsoleFileBytes / 1024} KiB and is not read`;
    return reported(
      [{ code: 'console-file', message, range: { start: 0, end: 0 } }],
      options.severities,
      text,
    );
  }
  const { root, problems, fatal } = readWholeYaml(text, '`ordinance.yaml`');
  const found: Omit<Diagnostic, 'severity'>[] = [...problems, ...secretsInConsoleFile(text, root)];
  if (root && !fatal) {
    const secrets = found.map(({ range }) => range);
    for (const finding of findingsIn(root, text).slice(0, MAX_FINDINGS)) {
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
  const said = found.map((each) => ({ ...each, message: sentence(each.message) }));
  return reported(said, options.severities, text);
}

function findingsIn(root: SyntaxNode, text: string): Finding[] {
  const plain = plainOf(valueOfNode(root));
  if (plain === null) {
    return [];
  }
  const file = readConsoleFile(plain);
  if (isPlain(plain) && Object.keys(objectAt(plain, 'consoles')).length > mostConsoles) {
    // Not looked at one by one: there may be thousands of them.
    return file.problems
      .filter(({ path }) => path.length === 1 && path[0] === 'consoles')
      .map(({ message, path }) => ({ code: 'console-file', message: asClause(message), path }));
  }
  const findings = schemaFindings(
    validators.console,
    plain,
    documentField('console'),
    '`ordinance.yaml`',
    (path) => writtenAt(root, path, text),
  ).map((finding): Finding => {
    if (finding.code === 'schema-required') {
      return { ...finding, message: 'the console needs a `url`' };
    }
    return finding.code === 'unknown-field' ? { ...finding, code: 'console-field' } : finding;
  });
  const isCovered = coverOf(findings);
  for (const problem of file.problems) {
    if (!isCovered(problem.path)) {
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

/** Diagnostics end without a full stop. */
function asClause(message: string): string {
  return message.replace(/\.$/, '');
}
