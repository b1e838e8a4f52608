import { shiftRange, type SyntaxMember, type SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { sentence } from '../../util/sentence.ts';
import { clipped } from '../../util/firstLines.ts';

/**
 * The problem concerns the text or the shape of a document of any policy. A `fatal` problem leaves no single meaning,
 * so the document has no value. Ranges count from the start of the document.
 */
export interface StructureProblem {
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
  readonly fatal: boolean;
}

/** Objects and lists inside one another. */
export const MAX_DEPTH = 200;

export function problem(code: string, message: string, range: TextRange, fatal: boolean): StructureProblem {
  return { code, message, range, fatal };
}

export function shiftProblem(problem: StructureProblem, by: number): StructureProblem {
  return { ...problem, range: shiftRange(problem.range, by) };
}

/** The problem of a text as one sentence with its line. */
export function problemLine(text: string, { message, range }: StructureProblem): string {
  return `line ${text.slice(0, range.start).split('\n').length}: ${sentence(message)}`;
}

const broken = new Set(['syntax', 'tab-indentation', 'missing-quotes', 'too-deep', 'too-large']);

/** The result is true when the text itself is broken, and not only its data. */
export function isBroken(problems: readonly StructureProblem[]): boolean {
  return problems.some(({ code }) => broken.has(code));
}

export function notAnObject(range: TextRange): StructureProblem {
  return problem('rule-not-an-object', 'a rule is an object with a name and collections', range, false);
}

function loneSurrogate(range: TextRange): StructureProblem {
  return problem(
    'lone-surrogate',
    'half of a character, which cannot be sent: write the character again',
    range,
    false,
  );
}

/** The text has more open brackets in one place than `limit`. Strings are only roughly recognized. */
export function hasDeepBrackets(text: string, limit: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > limit) {
      return true;
    }
  }
  return false;
}

/** The problems of a rule by itself. */
export function problemsOfRule(node: SyntaxNode): StructureProblem[] {
  const problems = problemsOfNode(node);
  if (node.kind !== 'object') {
    problems.push(notAnObject(node.range));
  }
  return problems;
}

/**
 * The problems are duplicate keys, numbers beyond every reader's range and halves of characters. A value behind an
 * alias is reported at its source. They are added to `problems`.
 */
export function problemsOfNode(node: SyntaxNode, problems: StructureProblem[] = []): StructureProblem[] {
  if (node.alias) {
    return problems;
  }
  if (node.kind === 'object') {
    const { members } = node;
    const keys = members.length > MAX_SEARCHED_MEMBERS ? new Set<string>() : undefined;
    for (let at = 0; at < members.length; at++) {
      const { key, keyRange, value, merged } = members[at] as SyntaxMember;
      if (merged) {
        continue;
      }
      if (keys ? keys.has(key) : isAmong(members, at, key)) {
        problems.push(problem('duplicate-key', `the key "${clipped(key, 80)}" occurs twice`, keyRange, true));
      }
      keys?.add(key);
      if (!key.isWellFormed()) {
        problems.push(loneSurrogate(keyRange));
      }
      problemsOfNode(value, problems);
    }
  } else if (node.kind === 'array') {
    for (const item of node.items) {
      problemsOfNode(item, problems);
    }
  } else if (node.kind === 'string' && !node.value.isWellFormed()) {
    problems.push(loneSurrogate(node.range));
  } else if (node.kind === 'number' && !Number.isFinite(Number(node.lexeme))) {
    problems.push(
      problem('number-out-of-range', 'this number is too large for most programs', node.range, false),
    );
  }
  return problems;
}

/** Objects with more fields than this are searched with a set. */
const MAX_SEARCHED_MEMBERS = 24;

function isAmong(members: readonly SyntaxMember[], before: number, key: string): boolean {
  for (let at = 0; at < before; at++) {
    const member = members[at] as SyntaxMember;
    if (member.key === key && !member.merged) {
      return true;
    }
  }
  return false;
}

export function tooDeep(range: TextRange): StructureProblem {
  return problem('too-deep', `nested more than ${MAX_DEPTH} deep`, range, true);
}

export function severalDocuments(range: TextRange): StructureProblem {
  return problem('several-documents', 'a policy file holds one YAML document', range, true);
}

/** The problems of a text in written order, with causes in place of the problems that follow. */
export function settledProblems(
  problems: readonly StructureProblem[],
  slice: (start: number, end: number) => string,
): readonly StructureProblem[] {
  if (problems.length === 0) {
    return problems;
  }
  const begin = slice(0, UTF16_SAMPLE);
  // Every second character of UTF-16 that was read as UTF-8 is empty.
  if (begin.length === UTF16_SAMPLE && begin.split('\0').length > UTF16_SAMPLE / 4) {
    const range = { start: 0, end: UTF16_SAMPLE };
    return [problem('control-character', 'the file is in UTF-16: save it as UTF-8', range, true)];
  }
  const sorted = problems.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return withGitConflicts(sorted, slice);
}

const UTF16_SAMPLE = 16;

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
      if (marker === undefined) {
        named.push(original);
        continue;
      }
      const closing = /^>{7} .*(?:\n|$)/m.exec(slice(start, start + MAX_CONFLICT_LENGTH));
      behind = start + (closing ? closing.index + closing[0].length : marker.length);
      const message = 'an unresolved git conflict: keep one side, and remove the markers';
      named.push(problem('syntax', message, { start, end: start + marker.length }, true));
    }
  }
  return named;
}

/** The line at `start` when it is a marker. */
export function markerAt(start: number, slice: (start: number, end: number) => string): string | undefined {
  const line = start === 0 || slice(start - 1, start) === '\n' ? slice(start, start + 200) : '';
  return /^(?:<{7}|>{7}|\|{7})(?= )[^\r\n]*|^={7}(?=\r?\n|$)/.exec(line)?.[0];
}
