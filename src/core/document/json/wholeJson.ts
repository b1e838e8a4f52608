import { nodeOfTape } from '../parser/fromTape.ts';
import { problem, problemsOfTape } from '../parser/problems.ts';
import { Tape } from '../parser/tape.ts';
import type { StructureProblem } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import { problemOf } from './jsonRule.ts';
import { JsonScanner } from './scanJson.ts';
import { readTolerantly } from './tolerantJson.ts';

/** A JSON text that is no policy, read at once. Comments are allowed, as in policies. */
export function readWholeJson(text: string): {
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly StructureProblem[];
} {
  const tape = new Tape();
  const scanner = new JsonScanner(text, tape);
  const start = scanner.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (start >= text.length) {
    return { root: undefined, problems: [] };
  }
  const end = start < 0 ? -1 : scanner.value(start, 0);
  const rest = end < 0 ? -1 : scanner.space(end);
  const problems = scanner.flaws.map((flaw) => problemOf(flaw, 0));
  if (rest >= 0) {
    problemsOfTape(tape, 0, text, 0, (found) => problems.push(found));
    if (rest < text.length) {
      problems.push(
        problem('syntax', 'nothing follows behind the end', { start: rest, end: text.length }, true),
      );
    }
    return { root: nodeOfTape(tape, 0, text, 0), problems };
  }
  const { error } = scanner;
  const range = { start: error?.at ?? 0, end: Math.min(text.length, error?.end ?? text.length) };
  return {
    root: readTolerantly(text),
    problems: [
      ...problems,
      problem(error?.code ?? 'syntax', error?.message ?? 'this is not JSON', range, true),
    ],
  };
}
