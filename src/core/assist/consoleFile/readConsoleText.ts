import { problemsOfNode } from '../../document/parser/problems.ts';
import type { StructureProblem } from '../../document/ruleView.ts';
import type { SyntaxNode } from '../../document/syntaxNode.ts';
import { readWithLibrary } from '../../document/yaml/libraryYaml.ts';

/** What a text says, and what keeps it from having one meaning. */
export interface ConsoleText {
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly Pick<StructureProblem, 'code' | 'message' | 'range'>[];
  readonly fatal: boolean;
}

/** The one way the text of an `ordinance.yaml` is read: what is checked is what is used. Never throws. */
export function readConsoleText(text: string): ConsoleText {
  const { root, problems, fatal } = readWithLibrary(text);
  const all = [...problems];
  if (root) {
    problemsOfNode(root, (found) => all.push(found));
  }
  return {
    root,
    problems: all.map(({ code, message, range }) => ({
      code,
      message: message.replace('a policy file', '`ordinance.yaml`'),
      range,
    })),
    fatal,
  };
}
