import { sentence } from '../../util/sentence.ts';
import { memberOf, nodeAtPath, valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import type { TextRange } from '../../document/text.ts';
import { readWholeFile } from '../../document/wholeFile.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import type { PolicyTest, PolicyTests } from '../../policyTest/policyTest.ts';
import { mostTestFileBytes, mostTests, readTests } from '../../policyTest/readTests.ts';
import { coverOf } from '../findings/coverOf.ts';
import type { Finding, FixData, Plain } from '../findings/finding.ts';
import { placeInNode, writtenAt } from '../findings/place.ts';
import { isPlain, plainOf } from '../findings/plain.ts';
import { reported, type Severities } from '../findings/reported.ts';
import { schemaFindings, type Written } from '../findings/schemaFindings.ts';
import { documentField, type Field } from '../schema/field.ts';
import { validators } from '../../../generated/validators.js';
import { memberFixes } from '../../policyTest/testFixes.ts';
import { fixOf } from './fixOf.ts';
import { MissingMembers } from './missingMembers.ts';

export interface TestFileOptions {
  /** Of the file: it may say which policy is meant. */
  readonly path?: string;
  readonly severities?: Severities;
}

/** A file of tests as it is written. */
export interface TestFile {
  readonly root: SyntaxNode | undefined;
  /** Those that can be run: nothing is wrong with them, nor with the text as a whole. */
  readonly tests: readonly PolicyTest[];
  readonly kind: PolicyTests['kind'];
  /** How many there are, those with a problem included. */
  readonly written: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** More are not shown. */
const MAX_FINDINGS = 500;

/** Reads the text of a file of tests. Never throws: what is wrong is said, and such a test is none. */
export function readTestFile(text: string, spelling: Spelling, options: TestFileOptions = {}): TestFile {
  if (text.length > mostTestFileBytes) {
    const message = `The file is larger than ${mostTestFileBytes / 1024} KiB and is not read`;
    return nothing([{ code: 'policy-test', severity: 'error', message, range: { start: 0, end: 0 } }]);
  }
  const { root, problems } = readWholeFile(text, spelling, 'a file of tests');
  const found: Omit<Diagnostic, 'severity'>[] = problems.map(({ code, message, range }) => ({
    code,
    message: sentence(message),
    range,
  }));
  if (problems.length > 0) {
    return { ...nothing(reported(found, options.severities, text)), root, written: writtenIn(root) };
  }
  const plain = root ? plainOf(valueOfNode(root)) : null;
  // Those of too many are not looked at one by one.
  const findings =
    plain === null || writtenIn(root) > mostTests
      ? []
      : schemaProblems(plain, (path) => writtenAt(root, path, text));
  const { kind, tests, problems: others } = readTests(plain);
  const isCovered = coverOf(findings);
  findings.push(
    ...others
      .filter(({ path }) => !isCovered(path))
      .map(({ message, path, fixes = [] }): Finding => ({
        code: 'policy-test',
        message,
        path,
        mark: 'start',
        fixes: fixes.map(fixOf),
      })),
  );
  const wrong = new Set(findings.map(({ path }) => (path[0] === 'tests' ? path[1] : undefined)));
  const end = { start: 0, end: Math.min(1, text.length) };
  const missing = new MissingMembers(plain, options.path ?? '');
  for (const finding of findings.slice(0, MAX_FINDINGS)) {
    const { code, message, path, mark } = finding;
    const range = root ? placeInNode(root, path, mark ?? 'value') : end;
    const fixes = finding.fixes?.length ? finding.fixes : missing.fixesOf(finding);
    found.push({ code, message: sentence(message), range, data: { fixes, path } });
  }
  return {
    root,
    kind,
    tests: wrong.has(undefined) ? [] : tests.filter(({ index }) => !wrong.has(index)),
    written: writtenIn(root),
    diagnostics: reported(found, options.severities, text),
  };
}

/** Where a test is written: its name, or the first of it. */
export function placeOfTest(
  root: SyntaxNode,
  index: number,
  ...more: readonly (string | number)[]
): TextRange {
  const path = ['tests', index, ...more];
  return placeInNode(root, nodeAtPath(root, path) ? path : ['tests', index], 'start');
}

/** A member that nobody knows may have been meant to say what is expected. */
function schemaProblems(plain: unknown, written: Written): Finding[] {
  const root = documentField('policy-test');
  return schemaFindings(validators['policy-test'], plain, root, 'a file of tests', written).map((finding) =>
    finding.code === 'unknown-field'
      ? { ...finding, code: 'policy-test', fixes: unknownMemberFixes(finding.path, plain, root) }
      : finding,
  );
}

function unknownMemberFixes(path: Finding['path'], plain: unknown, root: Field): readonly FixData[] {
  const holder = path.slice(0, -1).reduce<unknown>((value, step) => (value as Plain)[step], plain);
  const free = [...(root.at(path.slice(0, -1))?.members.keys() ?? [])].filter(
    (key) => !isPlain(holder) || !Object.hasOwn(holder, key),
  );
  return memberFixes(String(path.at(-1)), free, path).map(fixOf);
}

function writtenIn(root: SyntaxNode | undefined): number {
  const tests = root && memberOf(root, 'tests')?.value;
  return tests?.kind === 'array' ? tests.items.length : 0;
}

function nothing(diagnostics: readonly Diagnostic[]): TestFile {
  return { root: undefined, tests: [], kind: undefined, written: 0, diagnostics };
}
