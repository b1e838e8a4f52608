import type { StructureProblem } from '../ruleView.ts';
import { withGitConflicts } from './gitConflicts.ts';
import { problem } from './problems.ts';

/** The problems of a text in written order, with their causes in place of all that follows from them. */
export function settledProblems(
  problems: readonly StructureProblem[],
  slice: (start: number, end: number) => string,
): readonly StructureProblem[] {
  if (problems.length === 0) {
    return problems;
  }
  return isUtf16(slice(0, looked)) ? [utf16] : withGitConflicts(problems, slice);
}

const looked = 16;
const utf16 = problem(
  'control-character',
  'the file is written as UTF-16, and files are read as UTF-8: save it as UTF-8',
  { start: 0, end: looked },
  true,
);

/** Every second character of UTF-16 that was read as UTF-8 is empty. */
function isUtf16(begin: string): boolean {
  return begin.length === looked && begin.split('\0').length > looked / 4;
}
