import { toPlain } from '../../json/json.ts';
import { memberOf, nodeAtPath, valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import type { TextRange } from '../../document/text.ts';
import { readWholeFile } from '../../document/reading/readPolicy.ts';
import { type Spelling, MAX_TEST_FILE_BYTES } from '../../policy/policyFile.ts';
import type { PolicyTest, PolicyTests, TestFix } from '../../policyTest/policyTest.ts';
import type { TestsOfFile } from '../../policyTest/runTests.ts';
import { MAX_TESTS, readTests, testSchemaOf } from '../../policyTest/readTests.ts';
import {
  choice,
  removeFix,
  setFix,
  type Finding,
  type FixData,
  type ScalarTextAt,
} from '../findings/finding.ts';
import { findingInFile, placeInNode, problemInFile, writtenAt } from '../findings/placedFinding.ts';
import { withSeverities, type Severities } from '../findings/shownDiagnostics.ts';
import { schemaFindings, withOthers } from '../findings/schemaFindings.ts';
import { schemaField } from '../schema/field.ts';
import { validators } from '../../../generated/validators.js';
import { policyKind, policyKinds, type PolicyKind } from '../../policy/families.ts';
import { freeName } from '../../util/freeName.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import { type Plain, isPlain, listAt, textAt } from '../../util/plainRecord.ts';

interface TestFileOptions {
  /** The path of the file can name the policy. */
  readonly path?: string;
  readonly severities?: Severities;
}

/** A file of tests as it is written. */
export interface TestFile {
  readonly root: SyntaxNode | undefined;
  /** The tests that can run: neither the test nor the text as a whole has a problem. */
  readonly tests: readonly PolicyTest[];
  readonly kind: PolicyTests['kind'];
  /** The count includes tests with a problem. */
  readonly written: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** The reader never throws: every problem is a diagnostic, and the test with the problem is left out. */
export function readTestFile(text: string, spelling: Spelling, options: TestFileOptions = {}): TestFile {
  if (text.length > MAX_TEST_FILE_BYTES) {
    const message = `The file is larger than ${MAX_TEST_FILE_BYTES / 1024} KiB and is not read`;
    return nothing([{ code: 'policy-test', severity: 'error', message, range: { start: 0, end: 0 } }]);
  }
  const { root, problems } = readWholeFile(text, spelling, 'a file of tests');
  if (problems.length > 0) {
    const placed = problems.map((problem) => problemInFile(problem, text));
    return { ...nothing(withSeverities(placed, options.severities)), root, written: writtenIn(root) };
  }
  const plain = root ? toPlain(valueOfNode(root)) : null;
  const { kind, tests, problems: others } = readTests(plain);
  // The tests of a file with too many are not checked one by one.
  const ofSchema =
    writtenIn(root) > MAX_TESTS ? [] : schemaProblems(plain, kind, (path) => writtenAt(root, path, text));
  const findings = withOthers(
    ofSchema,
    others.map(({ message, path, fixes = [] }): Finding => ({
      code: 'policy-test',
      message,
      path,
      mark: 'start',
      fixes: fixes.map(fixOf),
    })),
  );
  const names = new Set(listAt(plain, 'tests').map((test) => textAt(test, 'name') ?? ''));
  const placed = findings.map((finding) =>
    findingInFile(
      root,
      finding.fixes?.length
        ? finding
        : { ...finding, fixes: missingFixes(finding, plain, options.path ?? '', names) },
    ),
  );
  return {
    root,
    kind,
    tests,
    written: writtenIn(root),
    diagnostics: withSeverities(placed, options.severities),
  };
}

/**
 * An unreadable test file can concern any policy, unless it names another one. Its tests fail, so a typing error
 * disables none of them.
 */
export function testsOfPolicy(file: TestFile, kind: PolicyKind): Omit<TestsOfFile, 'path'> | undefined {
  const { tests, written } = file;
  const [first] = file.diagnostics;
  const problem = first && { problem: first.message };
  if (file.kind) {
    return file.kind.name === kind.name ? { tests, written, ...problem } : undefined;
  }
  const named = memberOf(file.root, 'policy')?.value;
  const name = named && valueOfNode(named);
  const other = typeof name === 'string' ? policyKind(name) : undefined;
  return other && other.name !== kind.name ? undefined : { tests: [], written, ...problem, isUnread: true };
}

/** The place is the name of the test, or else its first field. */
export function placeOfTest(root: SyntaxNode, index: number): TextRange {
  const path = ['tests', index, 'name'];
  return placeInNode(root, nodeAtPath(root, path) ? path : ['tests', index], 'start');
}

/** A test with an unknown field or word cannot run, so these findings are errors with a code of their own. */
function schemaProblems(plain: unknown, kind: TestFile['kind'], scalarText: ScalarTextAt): Finding[] {
  return schemaFindings({
    validator: validators[testSchemaOf(kind)],
    field: schemaField('policy-test', kind?.family),
    value: plain,
    what: 'a file of tests',
    scalarText,
  }).map((finding): Finding => (ownCodes.has(finding.code) ? { ...finding, code: 'policy-test' } : finding));
}

const ownCodes: ReadonlySet<string> = new Set(['unknown-field', 'schema-enum', 'schema-format']);

function writtenIn(root: SyntaxNode | undefined): number {
  const tests = root && memberOf(root, 'tests')?.value;
  return tests?.kind === 'array' ? tests.items.length : 0;
}

function nothing(diagnostics: readonly Diagnostic[]): TestFile {
  return { root: undefined, tests: [], kind: undefined, written: 0, diagnostics };
}

/** The fixes supply a missing or empty policy, or the missing name of a test. `names` are taken, also by other fixes. */
function missingFixes(
  { path }: Finding,
  plain: unknown,
  filePath: string,
  names: Set<string>,
): readonly FixData[] {
  const value = path.reduce<unknown>((holder, step) => (holder as Plain | undefined)?.[step], plain) ?? '';
  if (typeof value !== 'string' || value.trim() !== '') {
    return [];
  }
  if (path.join() === 'policy') {
    const kinds = likelyKinds(filePath);
    const isFirst = isPlain(plain) && !Object.hasOwn(plain, 'policy');
    return kinds.map(({ name }) => ({
      title: `Add ${quotedCode(`policy: ${name}`)}`,
      steps: [{ kind: 'set', path, value: name, ...(isFirst && { isFirst }) }],
      ...(kinds.length > 1 && { isChoice: true }),
    }));
  }
  if (path[0] === 'tests' && path[2] === 'name' && path.length === 3) {
    const name = freeName(names, (number) => (number === 1 ? 'new test' : `new test (${number})`));
    names.add(name);
    return [setFix(`Call it ${quotedCode(name)}`, path, name)];
  }
  return [];
}

/** The kinds come from the folder and the name of a file. Several kinds remain when the path is ambiguous. */
function likelyKinds(path: string): readonly PolicyKind[] {
  const [file = '', folder = ''] = path.split('/').toReversed();
  const name = file.replace(/\.policy-test\.[a-z]+$/, '');
  const exact = policyKind(`${folder}/${name}`);
  if (exact) {
    return [exact];
  }
  const ofFamily = policyKinds.filter(({ family }) => family === folder);
  const all = ofFamily.length > 0 ? ofFamily : policyKinds;
  const named = all.filter(({ target }) => name.includes(target));
  // The longer name `ci-images` is more specific than `images`.
  const whole = named.filter(
    ({ target }) => !named.some((other) => other.target !== target && other.target.includes(target)),
  );
  return whole.length > 0 ? whole : all;
}

/** A fix of a file of tests with its title. */
export function fixOf({ path, value, isChoice }: TestFix): FixData {
  const last = path.at(-1);
  const fix =
    value === undefined
      ? removeFix(`Remove ${typeof last === 'string' ? quotedCode(last) : 'it'}`, path)
      : setFix(`Change to ${quotedCode(value)}`, path, value);
  return isChoice ? choice(fix) : fix;
}
