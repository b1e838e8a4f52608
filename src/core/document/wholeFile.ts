import type { Spelling } from '../policy/policyFile.ts';
import { readWholeJson } from './json/wholeJson.ts';
import { problemsOfNode } from './parser/problems.ts';
import { settledProblems } from './parser/settledProblems.ts';
import type { StructureProblem } from './ruleView.ts';
import type { SyntaxNode } from './syntaxNode.ts';
import { readWithLibrary } from './yaml/libraryYaml.ts';

export interface WholeFile {
  readonly root: SyntaxNode | undefined;
  /** In written order. */
  readonly problems: readonly StructureProblem[];
  /** The text cannot be read. */
  readonly fatal: boolean;
}

/** Reads a file that is no policy, with the problems that a policy file would have. `name` is the file in messages. */
export function readWholeFile(text: string, spelling: Spelling, name: string): WholeFile {
  const { root, problems } = spelling === 'json' ? readWholeJson(text) : readWithLibrary(text);
  const all = [...problems];
  if (root && spelling === 'yaml') {
    problemsOfNode(root, (found) => all.push(found));
  }
  all.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const settled = settledProblems(all, (start, end) => text.slice(start, end));
  return {
    root,
    fatal: problems.some(({ fatal }) => fatal),
    problems: settled.map((each) => ({ ...each, message: each.message.replace('a policy file', name) })),
  };
}
