import type { JsonValue } from '../../json/json.ts';
import type { ParsedRule } from '../chunks/chunk.ts';
import { factsOfNode, factsOfTape } from '../parser/facts.ts';
import { nodeOfTape, rangeOf, rangeOnTape, valueOfTape } from '../parser/fromTape.ts';
import type { KnownValues } from '../../json/knownValues.ts';
import { notAnObject, problemsOfNode, problemsOfTape } from '../parser/problems.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import {
  NodeSlice,
  OnTape,
  TextSlice,
  type RecentNodes,
  type SeeRule,
  type SliceReader,
} from '../parser/ruleSlices.ts';
import { Tape, tapeKind } from '../parser/tape.ts';
import { valueLike } from '../parser/valueLike.ts';
import type { StructureProblem } from '../ruleView.ts';
import { shiftNode, shiftRange, type NodePath, type SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { readWithLibrary } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { TooDeep } from './yamlDepth.ts';
import { Unsure } from './yamlScalars.ts';
import { isMarker, lineBehind } from './yamlLines.ts';
import { severalDocuments, tooDeep } from './yamlProblems.ts';

/** A rule stands in an array in an object. */
const ruleDepth = 2;
const none: readonly StructureProblem[] = [];

/** Reads rules of YAML policies from their lines. */
export class YamlRules implements SliceReader {
  readonly #recent: RecentNodes;
  readonly #tape = new Tape();
  readonly #see: SeeRule | undefined;
  #onTape: OnTape | undefined;

  constructor(recent: RecentNodes, see?: SeeRule) {
    this.#recent = recent;
    this.#see = see;
  }

  node(source: string, base: number): SyntaxNode {
    const { tape, text, from } = this.#scan(source);
    return nodeOfTape(tape, 0, text, from + base);
  }

  value(source: string, known?: KnownValues): JsonValue {
    const { tape, text } = this.#scan(source);
    return valueOfTape(tape, 0, text, known);
  }

  valueLike(source: string, like: JsonValue): JsonValue {
    const { tape, text } = this.#scan(source);
    return valueLike(tape, 0, text, like);
  }

  range(source: string, base: number, path: NodePath): TextRange | undefined {
    const { tape, text, from } = this.#scan(source);
    return rangeOnTape(tape, text, from + base, path);
  }

  /** Mostly several things are asked of one rule. */
  #scan(source: string): OnTape {
    if (this.#onTape?.holds(source)) {
      return this.#onTape;
    }
    const tape = this.#tape;
    tape.clear();
    new YamlScanner(source, tape).item(source.indexOf('-'), ruleDepth);
    this.#onTape = new OnTape(tape, source);
    return this.#onTape;
  }

  /** Reads the lines `[from, to)` of a text: one item whose `-` stands at `column`. */
  read(text: string, from: number, to: number, column: number, known?: KnownRules): ParsedRule {
    const tape = this.#tape;
    tape.clear();
    try {
      new YamlScanner(text, tape, from, to).item(column, ruleDepth);
    } catch (error) {
      if (error instanceof Unsure) {
        return this.#readWithLibrary(text.slice(from, to));
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
    this.#onTape = new OnTape(tape, text, from, source);
    this.#see?.(slice);
    return slice;
  }

  #readWithLibrary(text: string): ParsedRule {
    const { root, problems: own, fatal: isBroken, openAliases } = readWithLibrary(text, ruleDepth - 1);
    const marker = isBroken ? undefined : markerIn(text);
    const problems = marker ? [...own, severalDocuments(marker)] : own;
    const fatal = isBroken || marker !== undefined;
    const item = root?.kind === 'array' ? root.items[0] : undefined;
    const start = item?.range.start ?? text.indexOf('-') + 1;
    const end = Math.max(start, item?.range.end ?? text.trimEnd().length);
    const node = item
      ? shiftNode(item, -start)
      : ({ kind: 'null', range: { start: 0, end: end - start } } as const);
    const found = problems.map((each) => ({ ...each, range: shiftRange(each.range, -start) }));
    problemsOfNode(node, (each) => found.push(each));
    if (node.kind !== 'object') {
      found.push(notAnObject(node.range));
    }
    const slice = new NodeSlice(text.slice(0, end), start, factsOfNode(node), node, found, fatal);
    return { start, end, slice, problems: none, valid: true, openAliases };
  }
}

/** Where a document ends or begins: not among rules, even where the rule by itself could be read. */
function markerIn(text: string): TextRange | undefined {
  for (let line = 0; line < text.length; line = lineBehind(text, line)) {
    if (isMarker(text, line)) {
      return { start: line, end: Math.min(text.length, line + 3) };
    }
  }
  return undefined;
}

function broken(text: string, column: number, at: number): ParsedRule {
  const start = column + 1;
  const end = Math.max(start, text.trimEnd().length);
  const node: SyntaxNode = { kind: 'null', range: { start: 0, end: end - start } };
  const problems = [tooDeep({ start: at - start, end: at - start + 1 })];
  const slice = new NodeSlice(text.slice(0, end), start, factsOfNode(node), node, problems, true);
  return { start, end, slice, problems: none, valid: true, openAliases: [] };
}
