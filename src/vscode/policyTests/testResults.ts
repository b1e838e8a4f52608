import * as vscode from 'vscode';
import { toPlain } from '../../core/json/json.ts';
import type { Finding } from '../../core/assist/findings/finding.ts';
import { placeInNode } from '../../core/assist/findings/placedFinding.ts';
import { missingNames } from '../../core/assist/testFile/editTests.ts';
import { placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { nodeAtPath, valueOfNode } from '../../core/document/syntaxNode.ts';
import { type TextRange, LineIndex } from '../../core/document/text.ts';
import { exampleWords } from '../../core/order/example.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { runTestsOn } from '../../core/policyTest/runTests.ts';
import type { TestResult } from '../../core/policyTest/policyTest.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { l10n } from '../../core/util/l10n.ts';
import { sentence } from '../../core/util/sentence.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { testedNow } from '../workspace/expectNowFixes.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';
import type { FeatureServices } from '../featureServices.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { createTestController, testError, testItem, testMessage, testOutput } from '../platform/testItems.ts';
import { rangeIn } from '../workspace/textFiles.ts';

/** The value is the result of one test, or the reason why it could not run. */
export type Ran =
  | { readonly kind: 'result'; readonly result: TestResult }
  | { readonly kind: 'problem'; readonly problem: string }
  /** The policy was not pulled yet, so the test has no result. */
  | { readonly kind: 'no-file' };

/** The type joins a test of a file with its result. */
export interface RanTest {
  readonly testFile: FoundTests;
  readonly kind: PolicyKind;
  readonly index: number;
  readonly name: string;
  readonly ran: Ran;
}

/** Runs the tests of one policy, from all their files, on the policy file. Throws CanceledError. */
export async function runTests(
  services: FeatureServices,
  { console, kind }: ChosenPolicy,
  signal?: AbortSignal,
): Promise<readonly RanTest[]> {
  const files = await services.policyTests.of(console, kind);
  const allAs = (ran: Ran): readonly RanTest[] =>
    files.flatMap((testFile) =>
      testFile.file.tests.map(({ index, name }) => ({ testFile, kind, index, name, ran })),
    );
  if (files.length === 0) {
    return [];
  }
  try {
    const policy = await testedNow(services, console, kind);
    if (!policy) {
      return allAs({ kind: 'no-file' });
    }
    const all: RanTest[] = [];
    for (const testFile of files) {
      for (const { test, result } of await runTestsOn(policy, testFile.file.tests, signal)) {
        all.push({ testFile, kind, index: test.index, name: test.name, ran: { kind: 'result', result } });
      }
    }
    return all;
  } catch (error) {
    passOnCanceled(error);
    return allAs({ kind: 'problem', problem: messageOf(error) });
  }
}

export function holds({ ran }: RanTest): boolean {
  return ran.kind === 'result' && ran.result.holds;
}

/** The last run of the tests of a policy. */
export interface LastRun {
  readonly policy: ChosenPolicy;
  readonly tests: readonly RanTest[];
  /** The policy or a test file changed since then. */
  readonly isOutdated: boolean;
}

/**
 * True if the Testing view has to show a run: a result is new, or the last results are out of date. A missing policy file
 * is shown only after an earlier run, because an old pass must not stay.
 */
export function isNewRun(last: Omit<LastRun, 'policy'> | undefined, tests: readonly RanTest[]): boolean {
  return last
    ? last.isOutdated || textOf(last.tests) !== textOf(tests)
    : tests.some(({ ran }) => ran.kind !== 'no-file');
}

function textOf(tests: readonly RanTest[]): string {
  return JSON.stringify(
    tests.map(({ testFile, name, index, ran }) => [testFile.uri.toString(), name, index, ran]),
  );
}

/** The finding describes a failed or unknown test, and its place in the file. */
interface ResultFinding {
  readonly code: 'failed-test' | 'unproven-test';
  readonly message: string;
  readonly range: TextRange;
  /** The finding concerns a name that matches nothing. */
  readonly name?: Finding;
}

/** A passed test has no findings, and neither has a test whose policy has no file. */
export function resultFindings(test: RanTest): readonly ResultFinding[] {
  const { testFile, index, ran } = test;
  const { root } = testFile.file;
  if (holds(test) || ran.kind === 'no-file' || !root) {
    return [];
  }
  const missing = ran.kind === 'result' ? (ran.result.missing ?? []) : [];
  const names = missing.length > 0 ? missingNames(testFile.file.kind, writtenTest(test), index, missing) : [];
  if (names.length > 0) {
    return names.map((name) => ({
      code: 'failed-test',
      message: name.message,
      range: placeInNode(root, name.path, 'value'),
      name,
    }));
  }
  const isFailed = ran.kind === 'result' && ran.result.outcome === 'failed';
  return [
    {
      code: isFailed ? 'failed-test' : 'unproven-test',
      message: whyNotLines(ran).join('. '),
      range: placeOfTest(root, index),
    },
  ];
}

/** The test as it is written. */
export function writtenTest({ testFile, index }: RanTest): unknown {
  const node = testFile.file.root && nodeAtPath(testFile.file.root, ['tests', index]);
  return node ? toPlain(valueOfNode(node)) : undefined;
}

/**
 * The lines explain a failed or unknown test by the expected and the actual result. The example has a line of its own, so
 * that it is easy to see.
 */
export function whyNotLines(ran: Ran): readonly string[] {
  if (ran.kind === 'no-file') {
    return [l10n.t('Not run: the policy has no file here. Pull it first.')];
  }
  if (ran.kind === 'problem') {
    return [l10n.t('Not run: {0}', ran.problem)];
  }
  const { outcome, expected, actual, example } = ran.result;
  const ending = example ? `. For example: ${exampleWords(example)}` : '';
  const hasExample = ending !== '' && actual.endsWith(ending);
  const instead = hasExample ? actual.slice(0, -ending.length) : actual;
  const line =
    outcome !== 'unknown'
      ? l10n.t('Expected: {0}. Instead: {1}', expected, instead)
      : l10n.t('Unknown. Expected: {0}. {1}', expected, sentence(instead));
  return hasExample ? [line, ending.slice(2)] : [line];
}

/** The tests in the Testing view: a row for each file, its tests below it. */
export class TestRows extends DisposableOwner {
  readonly #services: FeatureServices;
  readonly controller = this.disposables.add(
    createTestController('ordinance.policyTests', l10n.t('Policy tests')),
  );
  #files: readonly FoundTests[] = [];

  constructor(services: FeatureServices) {
    super();
    this.#services = services;
  }

  /** Rows that stay keep their results. */
  show(files: readonly FoundTests[]): void {
    this.#files = files;
    this.controller.items.replace(files.map((file) => this.#fileRow(file)));
  }

  /** The policies that have tests, or tests of a request. */
  policies(request?: vscode.TestRunRequest): readonly ChosenPolicy[] {
    const policies = new Map<string, ChosenPolicy>();
    for (const { uri, console, file } of this.#files) {
      const rows = Array.from(this.#rowOfFile(uri)?.children ?? [], ([, row]) => row);
      if (file.kind && rows.some((row) => !request || isRequested(row, request))) {
        policies.set(`${console.id} ${file.kind.name}`, { console, kind: file.kind });
      }
    }
    return [...policies.values()];
  }

  /** The rows of the test files of a policy. */
  ofPolicy({ console, kind }: ChosenPolicy): readonly vscode.TestItem[] {
    return this.#files.flatMap(({ uri, console: { id }, file }) =>
      id === console.id && file.kind?.name === kind.name ? (this.#rowOfFile(uri) ?? []) : [],
    );
  }

  ofTest({ testFile: { uri }, name }: RanTest): vscode.TestItem | undefined {
    return this.#rowOfFile(uri)?.children.get(idOf(uri, name));
  }

  /** Shows the result of a test, unless its row is gone. */
  async report(run: vscode.TestRun, test: RanTest): Promise<void> {
    const { testFile, name, ran } = test;
    const row = this.ofTest(test);
    if (!row) {
      return;
    }
    if (holds(test)) {
      run.passed(row);
      testOutput(run, `passed: ${name}`, row);
      return;
    }
    const location = new vscode.Location(testFile.uri, rangeOfTest(testFile, test.index));
    const lines = whyNotLines(ran);
    const message = testMessage(lines, location, await relatedRule(this.#services, test));
    if (ran.kind === 'result') {
      run.failed(row, message);
    } else {
      run.errored(row, message);
    }
    testOutput(run, `failed: ${name}: ${lines.join('; ')}`, row);
  }

  #rowOfFile(uri: vscode.Uri): vscode.TestItem | undefined {
    return this.controller.items.get(uri.toString());
  }

  #fileRow(testFile: FoundTests): vscode.TestItem {
    const { uri, console, file } = testFile;
    const path = uri.path.slice(console.policyFolder.path.length + 1);
    const label = file.kind?.name ?? path;
    const row = testItem(this.controller, uri.toString(), label, uri, `${console.entry.name} · ${path}`);
    row.children.replace(
      file.tests.map(({ name, index }) => {
        const child = testItem(this.controller, idOf(uri, name), name, uri);
        child.range = rangeOfTest(testFile, index);
        // The tests are in the order of the file.
        child.sortText = String(index).padStart(6, '0');
        return child;
      }),
    );
    const faulty = file.written - file.tests.length;
    if (faulty > 0 || file.tests.length === 0) {
      const [first] = file.diagnostics;
      testError(row, `${l10n.t('These tests cannot run: {0}.', faulty)} ${first?.message ?? ''}`);
    }
    return row;
  }
}

/** True if a request includes the row of a test. Without a list, it includes all rows. */
export function isRequested(row: vscode.TestItem, { include, exclude }: vscode.TestRunRequest): boolean {
  const isIn = (rows: readonly vscode.TestItem[]): boolean =>
    rows.some(({ id }) => id === row.id || id === row.parent?.id);
  return (!include || isIn(include)) && !isIn(exclude ?? []);
}

function idOf(uri: vscode.Uri, name: string): string {
  return `${uri.toString()}#${name}`;
}

/** The range of the name belongs to the text that was read. */
function rangeOfTest({ text, file }: FoundTests, index: number): vscode.Range {
  return rangeIn(new LineIndex(text), file.root ? placeOfTest(file.root, index) : { start: 0, end: 0 });
}

/** The rule that a result names, with the start of the rule in its policy file; empty when the rule is gone. */
export async function relatedRule(
  { consoles, documents }: FeatureServices,
  { testFile, kind, ran }: RanTest,
): Promise<readonly { readonly label: string; readonly location: vscode.Location }[]> {
  const named = ran.kind === 'result' ? ran.result.rule : undefined;
  const uri = named && (await consoles.findFile(testFile.console, kind.name));
  const document = uri && (await documents.read(uri));
  const rule = named && document?.array(named.array)?.rules[named.index];
  if (!named || !uri || !document || !rule) {
    return [];
  }
  const { start } = rule.range;
  const range = rangeIn(new LineIndex(document.text), { start, end: start });
  return [{ label: named.name, location: new vscode.Location(uri, range) }];
}
