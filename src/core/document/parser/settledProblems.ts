import { problem, type StructureProblem } from './problems.ts';

/** The result has the problems of a text in written order, with causes in place of the problems that follow. */
export function settledProblems(
  problems: readonly StructureProblem[],
  slice: (start: number, end: number) => string,
): readonly StructureProblem[] {
  if (problems.length === 0 || isUtf16(slice(0, UTF16_SAMPLE))) {
    return problems.length === 0 ? problems : [utf16];
  }
  const sorted = problems.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return withGitConflicts(sorted, slice);
}

const UTF16_SAMPLE = 16;
const utf16 = problem(
  'control-character',
  'the file is in UTF-16: save it as UTF-8',
  { start: 0, end: UTF16_SAMPLE },
  true,
);

/** Every second character of UTF-16 that was read as UTF-8 is empty. */
function isUtf16(begin: string): boolean {
  return begin.length === UTF16_SAMPLE && begin.split('\0').length > UTF16_SAMPLE / 4;
}

/** The end of a conflict is searched only in this length of text. */
const MAX_CONFLICT_LENGTH = 256 * 1024;

/**
 * The problems are in written order. Each conflict that git left becomes one problem. It replaces the syntax problems
 * of its markers, up to the line behind the conflict.
 */
function withGitConflicts(
  problems: readonly StructureProblem[],
  slice: (start: number, end: number) => string,
): StructureProblem[] {
  const named: StructureProblem[] = [];
  let behind = 0;
  for (const original of problems) {
    const { start } = original.range;
    if (original.code !== 'syntax') {
      // The markers of a conflict can leave a rule that is not an object.
      if (original.code !== 'rule-not-an-object' || start > behind) {
        named.push(original);
      }
    } else if (start > behind || behind === 0) {
      const marker = markerAt(start, slice);
      behind =
        marker === undefined ? behind : start + endOf(slice(start, start + MAX_CONFLICT_LENGTH), marker);
      named.push(marker === undefined ? original : unsettled(start, marker));
    }
  }
  return named;
}

function unsettled(start: number, marker: string): StructureProblem {
  const range = { start, end: start + marker.length };
  return problem('syntax', 'an unresolved git conflict: keep one side, and remove the markers', range, true);
}

/** The line at `start` when it is a marker. */
export function markerAt(start: number, slice: (start: number, end: number) => string): string | undefined {
  const line = start === 0 || slice(start - 1, start) === '\n' ? slice(start, start + 200) : '';
  return /^(?:<{7}|>{7}|\|{7})(?= )[^\r\n]*|^={7}(?=\r?\n|$)/.exec(line)?.[0];
}

/**
 * The offset of the line behind a conflict counts from its first marker. It is behind the marker when the conflict has
 * no end.
 */
function endOf(text: string, marker: string): number {
  const closing = /^>{7} .*(?:\n|$)/m.exec(text);
  return closing ? closing.index + closing[0].length : marker.length;
}
