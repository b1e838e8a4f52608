import { problemsOfNode, problemsOfRule, type StructureProblem } from '../parser/problems.ts';
import type { RuleList, RulePiece } from '../reading/pieces.ts';
import { shiftNode, shiftRange, type SyntaxNode } from '../syntaxNode.ts';
import { readWithLibrary } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { noDash, severalDocuments, tooDeep } from './yamlProblems.ts';
import { dashColumn, isMarker, lineBehind } from './yamlLines.ts';
import { TooDeep, Unsure } from './yamlScalars.ts';
import { RuleSlice } from '../ruleSlice.ts';

/** A rule lies in an array in an object. */
const ruleDepth = 2;
const none: readonly StructureProblem[] = [];

/** The lines `[from, to)` of the text are one rule of a list in block style. */
export function readYamlRule(
  text: string,
  from: number,
  to: number,
  list: RuleList,
  known?: ReadonlyMap<string, RuleSlice>,
): RulePiece {
  let read;
  try {
    read = new YamlScanner(text, from, to).item(list.column, ruleDepth);
  } catch (error) {
    if (error instanceof Unsure) {
      return readWithTheLibrary(text.slice(from, to), list);
    }
    if (error instanceof TooDeep) {
      return tooDeepRule(text.slice(from, to), list, error.at - from);
    }
    throw error;
  }
  const { node, start, end } = read;
  const source = text.slice(from, end);
  const place = { start: start - from, end: end - from };
  const slice =
    known?.get(source) ?? new RuleSlice(source, place.start, node, problemsOfRule(node), { read: nodeOf });
  return { ...pieceOf(text.slice(from, to), list), ...place, slice, openAliases: [] };
}

function pieceOf(text: string, list: RuleList): Pick<RulePiece, 'text' | 'reach' | 'list' | 'problems'> {
  return { text, reach: text.length + 1, list, problems: none };
}

function nodeOf(source: string): SyntaxNode {
  return new YamlScanner(source).item(source.indexOf('-'), ruleDepth).node;
}

function readWithTheLibrary(text: string, list: RuleList): RulePiece {
  const { root, problems: own, fatal: isBroken, openAliases } = readWithLibrary(text, ruleDepth - 1);
  const mistake = isBroken ? undefined : mistakeIn(text, list.column);
  const problems = mistake ? [...own, mistake] : own;
  const item = root?.kind === 'array' ? root.items[0] : root;
  const start = item?.range.start ?? text.indexOf('-') + 1;
  const end = Math.max(start, item?.range.end ?? text.trimEnd().length);
  const node: SyntaxNode = item
    ? shiftNode(item, -start)
    : { kind: 'null', range: { start: 0, end: end - start } };
  // The comments behind the rule are no part of its slice, which may be used again with others.
  const isInside = ({ range }: StructureProblem): boolean => range.start < end;
  const behind = problems.filter((problem) => !isInside(problem));
  const shifted = problems
    .filter(isInside)
    .map((problem) => ({ ...problem, range: shiftRange(problem.range, -start) }));
  const all = [...shifted, ...(mistake ? problemsOfNode(node) : problemsOfRule(node))];
  const broken = isBroken || mistake !== undefined;
  const slice = new RuleSlice(text.slice(0, end), start, node, all, { broken });
  return { ...pieceOf(text, list), start, end, slice, problems: behind, openAliases };
}

/** The mistake matters among rules, even if the rule by itself is readable. */
function mistakeIn(text: string, column: number): StructureProblem | undefined {
  // A marker ends or begins a document.
  for (let line = 0; line < text.length; line = lineBehind(text, line)) {
    if (isMarker(text, line)) {
      return severalDocuments({ start: line, end: Math.min(text.length, line + 3) });
    }
  }
  const start = /\S/.exec(text)?.index ?? 0;
  return dashColumn(text, 0)?.column === column ? undefined : noDash({ start, end: start + 1 }, column);
}

function tooDeepRule(text: string, list: RuleList, at: number): RulePiece {
  const start = list.column + 1;
  const end = Math.max(start, text.trimEnd().length);
  const node: SyntaxNode = { kind: 'null', range: { start: 0, end: end - start } };
  const problems = [tooDeep({ start: at - start, end: at - start + 1 })];
  const slice = new RuleSlice(text.slice(0, end), start, node, problems, { broken: true });
  return { ...pieceOf(text, list), start, end, slice, openAliases: [] };
}
