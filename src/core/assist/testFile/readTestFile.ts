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
import { isPlain, plainOf, listAt, textAt } from '../findings/plain.ts';
import { reported, type Severities } from '../findings/reported.ts';
import { schemaFindings, type Written } from '../findings/schemaFindings.ts';
import { documentField, type Field } from '../schema/field.ts';
import { validators } from '../../../generated/validators.js';
import { memberFixes } from '../../policyTest/testFixes.ts';
import { fixOf } from './fixOf.ts';
import { policyKind, policyKinds, type PolicyKind } from '../../policy/families.ts';
import { shownCode } from '../findings/shown.ts';

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

/** Says what a file of tests and its tests have to say, where nothing is: which policy is meant, and what a test is called. */
class MissingMembers {
  readonly #plain: unknown;
  readonly #path: string;
  readonly #names: Set<string>;

  /** @param path of the file, which may say what policy it is about */
  constructor(plain: unknown, path: string) {
    this.#plain = plain;
    this.#path = path;
    this.#names = new Set(listAt(plain, 'tests').map((test) => textAt(test, 'name') ?? ''));
  }

  /** What mends a finding, when it is about such a member. */
  fixesOf({ path, message }: Finding): readonly FixData[] {
    const [tests, index, key] = path;
    if (isAbout('policy', path, message) && path.length < 2 && isEmpty(this.#plain, 'policy')) {
      const kinds = likelyKinds(this.#path);
      const isFirst = isPlain(this.#plain) && !Object.hasOwn(this.#plain, 'policy');
      return kinds.map(({ name }) => ({
        kind: 'set',
        title: `Add ${shownCode(`policy: ${name}`)}`,
        path: ['policy'],
        value: name,
        ...(isFirst && { isFirst }),
        ...(kinds.length > 1 && { isChoice: true as const }),
      }));
    }
    const test = typeof index === 'number' ? listAt(this.#plain, 'tests')[index] : undefined;
    const isOfTest = tests === 'tests' && isPlain(test) && (path.length === 2 || key === 'name');
    if (isOfTest && isAbout('name', path.slice(2), message) && isEmpty(test, 'name')) {
      const name = this.#freeName();
      const title = `Call it ${shownCode(name)}`;
      return [{ kind: 'set', title, path: [...path.slice(0, 2), 'name'], value: name }];
    }
    return [];
  }

  /** Nobody has it, nor gets it from another fix. */
  #freeName(): string {
    let name = 'new test';
    for (let number = 2; this.#names.has(name); number++) {
      name = `new test (${number})`;
    }
    this.#names.add(name);
    return name;
  }
}

/** The policy that a file is about by its folder and name; where they do not say it, those that it may be about. */
export function likelyKinds(path: string): readonly PolicyKind[] {
  const [file = '', folder = ''] = path.split('/').toReversed();
  const name = file.replace(/\.policy-test\.[a-z]+$/, '');
  const exact = policyKind(`${folder}/${name}`);
  if (exact) {
    return [exact];
  }
  const ofFamily = policyKinds.filter(({ family }) => family === folder);
  const all = ofFamily.length > 0 ? ofFamily : policyKinds;
  const named = all.filter(({ target }) => name.includes(target));
  // `ci-images` names more than `images`.
  const whole = named.filter(
    ({ target }) => !named.some((other) => other.target !== target && other.target.includes(target)),
  );
  return whole.length > 0 ? whole : all;
}

function isAbout(key: string, path: Finding['path'], message: string): boolean {
  return path.length === 0 ? message.includes(`\`${key}\``) || message.endsWith(` ${key}`) : path[0] === key;
}

function isEmpty(members: unknown, key: string): boolean {
  const value = isPlain(members) && Object.hasOwn(members, key) ? members[key] : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
