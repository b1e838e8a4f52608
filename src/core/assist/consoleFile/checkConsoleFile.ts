import { sentence } from '../../util/sentence.ts';
import {
  MAX_CONSOLE_FILE_BYTES,
  MAX_CONSOLES,
  readConsoleFile,
  type ConsoleFileProblem,
  type ConsoleFile,
} from '../../consoleFile/consoleFile.ts';
import type { FindingCode } from '../findings/catalog.ts';
import type { Finding } from '../findings/finding.ts';
import { findingInFile, problemInFile, writtenAt } from '../findings/placedFinding.ts';
import { withSeverities, type Severities } from '../findings/shownDiagnostics.ts';
import { schemaFindings, withOthers } from '../findings/schemaFindings.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { schemaField } from '../schema/field.ts';
import { validators } from '../../../generated/validators.js';
import { type SyntaxNode, valueOfNode } from '../../document/syntaxNode.ts';
import { problemLine } from '../../document/reading/problems.ts';
import { readWholeFile } from '../../document/reading/readPolicy.ts';
import { addressProblem, normalAddress } from '../../consoleFile/consoleEntry.ts';
import { quotedText, quotedCode } from '../../util/quotedInMessages.ts';
import { findSecret, namesSecret } from '../findings/secretPatterns.ts';
import type { TextRange } from '../../document/text.ts';
import { type Plain, isPlain, objectAt, textAt } from '../../util/plainRecord.ts';
import { isJsonObject, JsonNumber, toPlain, type JsonValue } from '../../json/json.ts';
import { valueChanged } from '../../document/edit/intendedValue.ts';

/** The diagnostics of an `ordinance.yaml` are in text order. Never throws. */
export function checkConsoleFile(text: string, severities?: Severities): Diagnostic[] {
  if (text.length > MAX_CONSOLE_FILE_BYTES) {
    const message = `The file is larger than ${MAX_CONSOLE_FILE_BYTES / 1024} KiB and is not read`;
    return withSeverities([{ code: 'console-file', message, range: { start: 0, end: 0 } }], severities);
  }
  const { root, problems, fatal } = readWholeFile(text, 'yaml', '`ordinance.yaml`');
  const first = [
    ...problems.map((problem) => problemInFile(problem, text)),
    ...secretsInConsoleFile(text, root),
  ];
  // A place with a secret gets one diagnostic, because other problems there would repeat it.
  const others = (root && !fatal ? findingsIn(root, text) : [])
    .map((finding) => findingInFile(root, finding))
    .filter(({ range }) => !first.some((finding) => overlap(finding.range, range)));
  return withSeverities([...first, ...others], severities);
}

function overlap(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end;
}

function findingsIn(root: SyntaxNode, text: string): Finding[] {
  const plain = consoleFileData(root);
  if (plain === null) {
    return [];
  }
  const file = readConsoleFile(plain);
  if (isPlain(plain) && Object.keys(objectAt(plain, 'consoles')).length > MAX_CONSOLES) {
    // Consoles are not checked one by one, because a file can have thousands of them.
    return file.problems
      .filter(({ path }) => path.length === 1 && path[0] === 'consoles')
      .map(({ message, path }) => ({ code: 'console-file', message: asClause(message), path }));
  }
  const ofSchema = schemaFindings({
    validator: validators.console,
    field: schemaField('console'),
    value: plain,
    what: '`ordinance.yaml`',
    scalarText: (path) => writtenAt(root, path, text),
  }).map((finding): Finding => {
    if (finding.code === 'schema-required') {
      return { ...finding, message: 'the console needs a `url`' };
    }
    return finding.code === 'unknown-field' ? { ...finding, code: 'console-field' } : finding;
  });
  const others = file.problems.map((problem): Finding => ({
    code: codeOf(problem),
    message: asClause(problem.message),
    path: problem.path,
    mark: problem.path.length === 2 ? 'key' : 'value',
  }));
  return [...withOthers(ofSchema, others), ...(isPlain(plain) ? sameConsoles(plain) : [])];
}

function codeOf({ path }: ConsoleFileProblem): FindingCode {
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

/** Finds consoles with the same address and project, because two folders would push to one place. */
function* sameConsoles(file: Plain): Generator<Finding> {
  const first = new Map<string, string>();
  for (const [name, entry] of Object.entries(objectAt(file, 'consoles'))) {
    const url = textAt(entry, 'url');
    if (url === undefined || addressProblem(url) !== undefined) {
      continue;
    }
    const key = `${normalAddress(url)} ${textAt(entry, 'project') ?? ''}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, name);
    } else {
      yield {
        code: 'duplicate-console',
        message: `the console ${quotedText(earlier)} has the same address and project: both folders would push to the same place`,
        path: ['consoles', name, 'url'],
      };
    }
  }
}

const advice = 'Ordinance asks for access keys at sign-in and keeps them in secret storage, never in a file';

/** The search includes comments. The message never repeats the secret. */
function secretsInConsoleFile(text: string, root: SyntaxNode | undefined): Omit<Diagnostic, 'severity'>[] {
  const findings: Omit<Diagnostic, 'severity'>[] = [];
  const add = (message: string, range: TextRange): void => {
    if (!findings.some((other) => overlap(other.range, range))) {
      findings.push({ code: 'secret-in-file', message: sentence(message), range });
    }
  };
  for (const { key, keyRange, value } of root ? membersIn(root) : []) {
    if (namesSecret(key) && value.kind !== 'null') {
      add(`${quotedCode(key)} does not belong here: ${advice}`, {
        start: keyRange.start,
        end: value.range.end,
      });
    }
  }
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const secret = findSecret(line);
    if (secret) {
      add(`this looks like ${secret.what}: ${advice}`, {
        start: lineStart + secret.start,
        end: lineStart + secret.end,
      });
    }
    lineStart += line.length + 1;
  }
  return findings;
}

function* membersIn(node: SyntaxNode): Generator<{ key: string; keyRange: TextRange; value: SyntaxNode }> {
  if (node.kind === 'object') {
    for (const member of node.members) {
      if (!member.merged) {
        yield member;
        yield* membersIn(member.value);
      }
    }
  } else if (node.kind === 'array' && !node.alias) {
    for (const item of node.items) {
      yield* membersIn(item);
    }
  }
}

/**
 * Reads the text of an `ordinance.yaml`, as its checks read it. Never throws: text that is broken or has no single meaning
 * is a problem and names no console.
 */
export function parseConsoleFile(text: string): ConsoleFile {
  if (text.length > MAX_CONSOLE_FILE_BYTES) {
    return unreadable(`The file is larger than ${MAX_CONSOLE_FILE_BYTES / 1024} KiB.`);
  }
  const { root, problems } = readWholeFile(text, 'yaml', '`ordinance.yaml`');
  const [problem] = problems;
  if (problem) {
    return unreadable(problemLine(text, problem));
  }
  return readConsoleFile(root && consoleFileData(root));
}

/** The plain data of the file. The API version 34.10 is a release and not a number, so its text is kept. */
function consoleFileData(root: SyntaxNode): unknown {
  const file = valueOfNode(root);
  const withRelease = (entry: JsonValue): JsonValue =>
    valueChanged(entry, ['apiVersion'], (version) =>
      version instanceof JsonNumber ? version.lexeme : version,
    );
  return toPlain(
    valueChanged(file, ['consoles'], (consoles) =>
      isJsonObject(consoles)
        ? new Map(Array.from(consoles, ([name, entry]) => [name, withRelease(entry)]))
        : consoles,
    ),
  );
}

function unreadable(message: string): ConsoleFile {
  return { consoles: [], usable: [], format: 'yaml', problems: [{ message, path: [] }] };
}
