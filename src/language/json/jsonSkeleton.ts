import { firstMembers } from '../layout/body.ts';
import type { Skeleton } from '../layout/piece.ts';
import { nodeOfTape } from '../reading/fromTape.ts';
import { problem, problemsOfTape } from '../reading/problems.ts';
import { Tape } from '../reading/tape.ts';
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
    return { ...broken(text, scanner, start, behind, problems), matched: false };
  }
  problemsOfTape(tape, 0, text, 0, (found) => problems.push(found));
  const root = nodeOfTape(tape, 0, text, 0);
  return { root, problems, sound: true, matched: isMatched(root, lists, marks, keys) };
}

function broken(
  text: string,
  scanner: JsonScanner,
  start: number,
  behind: number,
  problems: StructureProblem[],
): Omit<Skeleton, 'matched'> {
  if (start >= text.length) {
    return { root: undefined, problems: [], sound: true };
  }
  const error = behind < 0 ? scanner.error : undefined;
  const at = error?.at ?? behind;
  const last = Math.max(0, Math.min(at, text.length - 1));
  const range = { start: last, end: Math.max(last + 1, Math.min(error?.end ?? text.length, text.length)) };
  const message = error?.message ?? 'nothing may follow the policy';
  problems.push(problem(error?.code ?? 'syntax', message, range, true));
  const lead = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  return { root: readTolerantly(lead), problems, sound: false };
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
