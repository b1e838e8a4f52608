import { firstMembers } from '../chunks/body.ts';
import type { Skeleton } from '../chunks/chunk.ts';
import { decodeString } from '../parser/decode.ts';
import { nodeOfTape } from '../parser/fromTape.ts';
import { problem, problemsOfTape } from '../parser/problems.ts';
import { Tape, tapeKind } from '../parser/tape.ts';
import type { StructureProblem } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import { problemOf } from './jsonRule.ts';
import { JsonScanner } from './scanJson.ts';
import { readTolerantly } from './tolerantJson.ts';

/** Reads a document of which `lists` were taken out; they end at `marks` (at their closing brackets). */
export function readJsonSkeleton(
  text: string,
  lists: readonly string[],
  marks: readonly number[],
  keys: readonly string[],
): Skeleton {
  const tape = new Tape();
  const scanner = new JsonScanner(text, tape);
  const start = scanner.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
  const end = start < 0 ? -1 : scanner.value(start, 0);
  const behind = end < 0 ? -1 : scanner.space(end);
  const problems = scanner.flaws.map((flaw) => problemOf(flaw, 0));
  if (behind < text.length) {
    const alwaysInvalid = lists.every((key, place) => {
      const mark = marks[place] ?? 0;
      return isBefore(scanner, behind, mark) || isPassed(tape, text, key, mark);
    });
    return {
      ...broken(text, scanner, start, behind, problems),
      alwaysInvalid,
      listsInPlace: false,
      openAliases: [],
    };
  }
  problemsOfTape(tape, 0, text, 0, (found) => problems.push(found));
  const root = nodeOfTape(tape, 0, text, 0);
  const listsInPlace = isMatched(root, lists, marks, keys);
  return { root, problems, valid: true, alwaysInvalid: false, listsInPlace, openAliases: [] };
}

function broken(
  text: string,
  scanner: JsonScanner,
  start: number,
  behind: number,
  problems: StructureProblem[],
): Omit<Skeleton, 'listsInPlace' | 'alwaysInvalid' | 'openAliases'> {
  if (start >= text.length) {
    return { root: undefined, problems: [], valid: true };
  }
  const error = behind < 0 ? scanner.error : undefined;
  const at = error?.at ?? behind;
  const last = Math.max(0, Math.min(at, text.length - 1));
  const range = { start: last, end: Math.max(last + 1, Math.min(error?.end ?? text.length, text.length)) };
  const message = error?.message ?? 'nothing may follow the policy';
  problems.push(problem(error?.code ?? 'syntax', message, range, true));
  const lead = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  return { root: readTolerantly(lead), problems, valid: false };
}

/** The error is known from what stands in front of `mark`, whatever follows there. */
function isBefore({ error }: JsonScanner, behind: number, mark: number): boolean {
  return behind < 0 && error !== undefined ? error.end <= mark && !error.atEnd : behind < mark;
}

/** In a text that was read up to an error: the list `key` was met, empty, with its closing bracket at `mark`. */
function isPassed(tape: Tape, text: string, key: string, mark: number): boolean {
  for (let index = 1; index < tape.length; index++) {
    if (tape.end(index) === mark + 1 && tape.kind(index) === tapeKind.array) {
      return tape.link(index) === index + 1 && decodeString(tape, index - 1, text) === key;
    }
  }
  return false;
}

function isMatched(
  root: SyntaxNode,
  lists: readonly string[],
  marks: readonly number[],
  keys: readonly string[],
): boolean {
  const members = firstMembers(root.kind === 'object' ? root.members : []);
  return keys.every((key) => {
    const node = members.get(key)?.value;
    const place = lists.indexOf(key);
    if (place < 0) {
      return node?.kind !== 'array' || node.items.length === 0;
    }
    return node?.kind === 'array' && node.items.length === 0 && node.range.end - 1 === marks[place];
  });
}
