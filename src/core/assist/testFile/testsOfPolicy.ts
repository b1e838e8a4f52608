import { memberOf, valueOfNode } from '../../document/syntaxNode.ts';
import { policyKind, type PolicyKind } from '../../policy/families.ts';
import type { TestsOfFile } from '../../policyTest/plannedTests.ts';
import type { TestFile } from './readTestFile.ts';

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
