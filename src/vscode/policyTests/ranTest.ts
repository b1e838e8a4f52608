import { toPlain } from '../../core/json/json.ts';
import type { Finding } from '../../core/assist/findings/finding.ts';
import { placeInNode } from '../../core/assist/findings/findingRange.ts';
import { missingNames } from '../../core/assist/testFile/resultFixes.ts';
import { placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { nodeAtPath, valueOfNode } from '../../core/document/syntaxNode.ts';
import type { TextRange } from '../../core/document/text.ts';
import { exampleWords } from '../../core/order/example.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { TestResult } from '../../core/policyTest/testResult.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';

/** The value is the result of one test, or the reason why it could not run. */
export type Ran =
  | { readonly kind: 'result'; readonly result: TestResult }
  | { readonly kind: 'problem'; readonly problem: string }
  /** The policy was not pulled yet, so the test has no result. */
  | { readonly kind: 'no-file' };

/** The type joins a test of a file with its result. */
export interface RanTest {
  readonly found: FoundTests;
  readonly kind: PolicyKind;
  readonly index: number;
  readonly name: string;
  readonly ran: Ran;
}

export function holds({ ran }: RanTest): boolean {
  return ran.kind === 'result' && ran.result.holds;
}

/** The finding describes a failed or unknown test, and its place in the file. */
export interface ResultFinding {
  readonly code: 'failed-test' | 'unproven-test';
  readonly message: string;
  readonly range: TextRange;
  /** The finding concerns a name that matches nothing. */
  readonly name?: Finding;
}

/** A passed test has no findings, and neither has a test whose policy has no file. */
export function resultFindings(one: RanTest): readonly ResultFinding[] {
  const { found, index, ran } = one;
  const { root } = found.file;
  if (holds(one) || ran.kind === 'no-file' || !root) {
    return [];
  }
  const missing = ran.kind === 'result' ? (ran.result.missing ?? []) : [];
  const names = missing.length > 0 ? missingNames(testAt(one), index, missing) : [];
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
      message: whyNot(ran),
      range: placeOfTest(root, index, 'name'),
    },
  ];
}

/** The test as it is written. */
export function testAt({ found, index }: Pick<RanTest, 'found' | 'index'>): unknown {
  const node = found.file.root && nodeAtPath(found.file.root, ['tests', index]);
  return node ? toPlain(valueOfNode(node)) : undefined;
}

/** The line explains a failed or unknown test by the expected and the actual result. */
export function whyNot(ran: Ran): string {
  return whyNotLines(ran).join('. ');
}

/** The lines separate the example from the reason, so that the example is easy to see. */
export function whyNotLines(ran: Ran): readonly string[] {
  if (ran.kind === 'no-file') {
    return [l10n.t('Not run: the policy has no file here. Pull it first.')];
  }
  if (ran.kind === 'problem') {
    return [l10n.t('Not run: {0}', ran.problem)];
  }
  const { outcome, expected, actual, example } = ran.result;
  const tail = example ? `. For example: ${exampleWords(example)}` : '';
  const isSaid = tail !== '' && actual.endsWith(tail);
  const instead = isSaid ? actual.slice(0, -tail.length) : actual;
  const said =
    outcome !== 'unknown'
      ? l10n.t('Expected: {0}. Instead: {1}', expected, instead)
      : l10n.t('Unknown. Expected: {0}. {1}', expected, asSentence(instead));
  return isSaid ? [said, tail.slice(2)] : [said];
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** These facts distinguish the results of a test. */
type Told = Pick<RanTest, 'name' | 'index' | 'ran'> & {
  readonly found: { readonly uri: { toString(): string } };
};

/**
 * The Testing view gets all tests of each file with a new result, because its counts cover the last run. After a
 * withdrawal it gets every result again. A missing policy file is new only after an earlier result, because an old pass
 * must not stay.
 */
export function newsOf<T extends Told>(
  before: readonly T[],
  ran: readonly T[],
  isWithdrawn = false,
): readonly T[] {
  const known = new Map(before.map((one) => [nameOf(one), textOf(one)]));
  const told = ran.filter((one) => one.ran.kind !== 'no-file' || known.has(nameOf(one)));
  const fileOf = ({ found }: Told): string => found.uri.toString();
  const files = new Set(
    told.filter((one) => isWithdrawn || known.get(nameOf(one)) !== textOf(one)).map(fileOf),
  );
  return told.filter((one) => files.has(fileOf(one)));
}

function nameOf({ found, name }: Told): string {
  return `${found.uri.toString()}#${name}`;
}

function textOf({ ran, found, index }: Told): string {
  return JSON.stringify([ran, index, found.uri.toString()]);
}
