import { toPlain } from '../../core/json/json.ts';
import type { Finding } from '../../core/assist/findings/finding.ts';
import { placeInNode } from '../../core/assist/findings/placedFinding.ts';
import { missingNames } from '../../core/assist/testFile/editTests.ts';
import { placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { nodeAtPath, valueOfNode } from '../../core/document/syntaxNode.ts';
import type { TextRange } from '../../core/document/text.ts';
import { exampleWords } from '../../core/order/example.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { runTestsOn } from '../../core/policyTest/runTests.ts';
import type { TestResult } from '../../core/policyTest/policyTest.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { l10n } from '../../core/util/l10n.ts';
import { sentence } from '../../core/util/sentence.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { testedNow } from '../workspace/expectNowFixes.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';
import type { FeatureServices } from '../featureServices.ts';

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
      range: placeOfTest(root, index, 'name'),
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
