import { toPlain } from '../../core/json/json.ts';
import type { Finding } from '../../core/assist/findings/finding.ts';
import { placeInNode } from '../../core/assist/findings/findingRange.ts';
import { missingNames } from '../../core/assist/testFile/resultFixes.ts';
import { placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { nodeAtPath, valueOfNode } from '../../core/document/syntaxNode.ts';
import type { TextRange } from '../../core/document/text.ts';
import { whyNot } from './resultWords.ts';
import { holds, type RanTest } from './runningTests.ts';

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
