import type { ParsedRule } from '../chunks/chunk.ts';
import { factsOfNode, factsOfTape } from '../parser/facts.ts';
import { rangeOf } from '../parser/fromTape.ts';
import { notAnObject, problemsOfNode, problemsOfTape } from '../parser/problems.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import { NodeSlice, OnTape, TextSlice, type RecentNodes, type SeeRule } from '../parser/ruleSlices.ts';
import { tapeKind, type Tape } from '../parser/tape.ts';
import { TapeReader } from '../parser/tapeReader.ts';
import type { StructureProblem } from '../ruleView.ts';
import { shiftNode, shiftRange, type SyntaxNode } from '../syntaxNode.ts';
import { readWithLibrary } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { TooDeep } from './yamlDepth.ts';
import { Unsure } from './yamlScalars.ts';
import { dashColumn, isMarker, lineBehind } from './yamlLines.ts';
import { noDash, severalDocuments, tooDeep } from './yamlProblems.ts';

/** A rule stands in an array in an object. */
const ruleDepth = 2;
const none: readonly StructureProblem[] = [];

/** Reads rules of YAML policies from their lines. */
export class YamlRules extends TapeReader {
  readonly #recent: RecentNodes;
  readonly #see: SeeRule | undefined;

  constructor(recent: RecentNodes, see?: SeeRule) {
    super();
    this.#recent = recent;
    this.#see = see;
  }

  protected override scan(source: string, tape: Tape): void {
    new YamlScanner(source, tape).item(source.indexOf('-'), ruleDepth);
  }

  /** Reads the lines `[from, to)` of a text: one item whose `-` stands at `column`. */
  read(text: string, from: number, to: number, column: number, known?: KnownRules): ParsedRule {
    const tape = this.tape;
    tape.clear();
    try {
      new YamlScanner(text, tape, from, to).item(column, ruleDepth);
    } catch (error) {
      if (error instanceof Unsure) {
        return this.#readWithLibrary(text.slice(from, to), column);
      }
      if (error instanceof TooDeep) {
        return broken(text.slice(from, to), column, error.at - from);
      }
      throw error;
    }
    const start = tape.start(0);
    const end = tape.end(0);
    const source = text.slice(from, end);
    const slice = known?.slice(source) ?? this.#slice(text, from, source, tape);
    return { start: start - from, end: end - from, slice, problems: none, valid: true, openAliases: [] };
  }

  #slice(text: string, from: number, source: string, tape: Tape): TextSlice {
    const start = tape.start(0);
    const problems: StructureProblem[] = [];
    problemsOfTape(tape, 0, text, start, (found) => problems.push(found));
    if (tape.kind(0) !== tapeKind.object) {
      problems.push(notAnObject({ start: 0, end: tape.end(0) - start }));
    }
    const { facts, nameAt } = factsOfTape(tape, 0, text);
    const name = nameAt < 0 ? undefined : rangeOf(tape, nameAt, start);
    const found = problems.length === 0 ? none : problems;
    const slice = new TextSlice(source, start - from, { facts, name }, found, this, this.#recent);
    this.onTape = new OnTape(tape, text, from, source);
    this.#see?.(slice);
    return slice;
  }

  #readWithLibrary(text: string, column: number): ParsedRule {
    const { root, problems: own, fatal: isBroken, openAliases } = readWithLibrary(text, ruleDepth - 1);
    const mistake = isBroken ? undefined : mistakeIn(text, column);
    const problems = mistake ? [...own, mistake] : own;
    const fatal = isBroken || mistake !== undefined;
    const item = root?.kind === 'array' ? root.items[0] : root;
    const start = item?.range.start ?? text.indexOf('-') + 1;
    const end = Math.max(start, item?.range.end ?? text.trimEnd().length);
    const node = item
      ? shiftNode(item, -start)
      : ({ kind: 'null', range: { start: 0, end: end - start } } as const);
    const found = problems.map((each) => ({ ...each, range: shiftRange(each.range, -start) }));
    problemsOfNode(node, (each) => found.push(each));
    if (node.kind !== 'object' && !mistake) {
      found.push(notAnObject(node.range));
    }
    const slice = new NodeSlice(text.slice(0, end), start, factsOfNode(node), node, found, fatal);
    return { start, end, slice, problems: none, valid: true, openAliases };
  }
}

/** What is wrong among rules, even where the rule by itself could be read. */
function mistakeIn(text: string, column: number): StructureProblem | undefined {
  // Where a document ends or begins.
  for (let line = 0; line < text.length; line = lineBehind(text, line)) {
    if (isMarker(text, line)) {
      return severalDocuments({ start: line, end: Math.min(text.length, line + 3) });
    }
  }
  const start = /\S/.exec(text)?.index ?? 0;
  return dashColumn(text, 0)?.column === column ? undefined : noDash({ start, end: start + 1 }, column);
}

function broken(text: string, column: number, at: number): ParsedRule {
  const start = column + 1;
  const end = Math.max(start, text.trimEnd().length);
  const node: SyntaxNode = { kind: 'null', range: { start: 0, end: end - start } };
  const problems = [tooDeep({ start: at - start, end: at - start + 1 })];
  const slice = new NodeSlice(text.slice(0, end), start, factsOfNode(node), node, problems, true);
  return { start, end, slice, problems: none, valid: true, openAliases: [] };
}
