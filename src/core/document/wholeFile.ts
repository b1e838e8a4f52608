import type { Spelling } from '../policy/policyFile.ts';
import { jsonReader } from './json/splitJson.ts';
import { settledProblems } from './parser/settledProblems.ts';
import type { TextReading } from './reading/pieces.ts';
import { yamlReader } from './yaml/splitYaml.ts';

/** Reads a file that is no policy, with the problems that a policy file would have. `name` is the file in messages. */
export function readWholeFile(
  text: string,
  spelling: Spelling,
  name: string,
): Pick<TextReading, 'root' | 'problems' | 'fatal'> {
  const { root, problems, fatal } = (spelling === 'json' ? jsonReader : yamlReader).readText(text);
  const settled = settledProblems(problems, (start, end) => text.slice(start, end));
  return {
    root,
    fatal,
    problems: settled.map((problem) => ({
      ...problem,
      message: problem.message.replace('a policy file', name),
    })),
  };
}
