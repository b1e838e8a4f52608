import { problemsOfNode } from './parser/problems.ts';
import { settledProblems } from './parser/settledProblems.ts';
import type { StructureProblem } from './ruleView.ts';
import type { SyntaxNode } from './syntaxNode.ts';
import { readWithLibrary } from './yaml/libraryYaml.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { readJsonText } from './json/splitJson.ts';

export interface WholeFile {
  readonly root: SyntaxNode | undefined;
  /** The problems are in written order. */
  readonly problems: readonly StructureProblem[];
  /** The text cannot be read. */
  readonly fatal: boolean;
}

/** Reads a YAML file that is no policy, with the problems that a policy file would have. `name` is the file in messages. */
export function readWholeYaml(text: string, name: string): WholeFile {
  const { root, problems } = readWithLibrary(text);
  const inNodes: StructureProblem[] = [];
  if (root) {
    problemsOfNode(root, (found) => inNodes.push(found));
  }
  return settledFile(text, { root, problems, inNodes }, name);
}

/** The file with its problems as they are shown; those `inNodes` leave it readable. */
export function settledFile(
  text: string,
  {
    root,
    problems,
    inNodes = [],
  }: Pick<WholeFile, 'root' | 'problems'> & { readonly inNodes?: readonly StructureProblem[] },
  name: string,
): WholeFile {
  const all = [...problems, ...inNodes];
  all.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const settled = settledProblems(all, (start, end) => text.slice(start, end));
  return {
    root,
    fatal: problems.some(({ fatal }) => fatal),
    problems: settled.map((each) => ({ ...each, message: each.message.replace('a policy file', name) })),
  };
}

/** Reads a file that is no policy, in either spelling, as `readWholeYaml` does. */
export function readWholeFile(text: string, spelling: Spelling, name: string): WholeFile {
  if (spelling === 'yaml') {
    return readWholeYaml(text, name);
  }
  return settledFile(text, readJsonText(text), name);
}
