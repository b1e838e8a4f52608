import type { JsonValue } from '../../json/json.ts';
import type { RuleFacts, RuleSlice, StructureProblem } from '../ruleView.ts';
import { nodeAtPath, valueOfNode, type NodePath, type SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import type { KnownValues } from '../../json/knownValues.ts';
import type { Tape } from './tape.ts';

/** Sees a rule in the moment it is read, when its value costs the least. */
export type SeeRule = (slice: RuleSlice) => void;

/** The rule that was read onto a tape from `text`, where what its slice keeps begins at `from`. */
export class OnTape {
  readonly tape: Tape;
  readonly text: string;
  readonly from: number;
  readonly #source: string;
  readonly #round: number;

  constructor(tape: Tape, text: string, from = 0, source = text) {
    this.tape = tape;
    this.text = text;
    this.from = from;
    this.#source = source;
    this.#round = tape.round;
  }

  /** Whether it is this one, and the tape still holds it. */
  holds(source: string): boolean {
    return this.#round === this.tape.round && this.#source === source;
  }
}

/** How a rule's text becomes nodes and data when they are asked for. */
export interface SliceReader {
  /** Offsets count from `base`. */
  node(source: string, base: number): SyntaxNode;
  value(source: string, known?: KnownValues): JsonValue;
  valueLike(source: string, like: JsonValue): JsonValue;
  range(source: string, base: number, path: NodePath): TextRange | undefined;
}

const recent = 48;

/** Keeps the nodes of the slices that were used last, so that reading all rules once does not keep all of them. */
export class RecentNodes {
  readonly #slices: (TextSlice | undefined)[] = Array.from({ length: recent });
  #next = 0;

  add(slice: TextSlice): void {
    this.#slices[this.#next]?.forget();
    this.#slices[this.#next] = slice;
    this.#next = (this.#next + 1) % recent;
  }
}

/** A rule of which the text is kept; everything else is read from it on demand. */
export class TextSlice implements RuleSlice {
  /** Begins with the rule's line in YAML (columns count there), with the rule in JSON. */
  readonly source: string;
  /** Where the rule begins in `source`. */
  readonly base: number;
  readonly facts: RuleFacts;
  readonly problems: readonly StructureProblem[];
  readonly broken = false;
  readonly #reader: SliceReader;
  readonly #recent: RecentNodes;
  /** Most findings are told at the name. */
  readonly #name: TextRange | undefined;
  #node: SyntaxNode | undefined;

  constructor(
    source: string,
    base: number,
    { facts, name }: { readonly facts: RuleFacts; readonly name: TextRange | undefined },
    problems: readonly StructureProblem[],
    reader: SliceReader,
    recentNodes: RecentNodes,
  ) {
    this.source = source;
    this.base = base;
    this.facts = facts;
    this.#name = name;
    this.problems = problems;
    this.#reader = reader;
    this.#recent = recentNodes;
  }

  get text(): string {
    return this.source.slice(this.base);
  }

  node(): SyntaxNode {
    if (!this.#node) {
      this.#node = this.#reader.node(this.source, this.base);
      this.#recent.add(this);
    }
    return this.#node;
  }

  value(known?: KnownValues): JsonValue {
    return this.#reader.value(this.source, known);
  }

  valueLike(like: JsonValue): JsonValue {
    return this.#reader.valueLike(this.source, like);
  }

  rangeAt(path: NodePath): TextRange | undefined {
    if (path.length === 1 && path[0] === 'name') {
      return this.#name;
    }
    return this.#node
      ? nodeAtPath(this.#node, path)?.range
      : this.#reader.range(this.source, this.base, path);
  }

  forget(): void {
    this.#node = undefined;
  }
}

/** A rule that was read into nodes: a broken one, or YAML that the fast reader does not know. */
export class NodeSlice implements RuleSlice {
  readonly source: string;
  readonly base: number;
  readonly facts: RuleFacts;
  readonly problems: readonly StructureProblem[];
  readonly broken: boolean;
  readonly #node: SyntaxNode;

  constructor(
    source: string,
    base: number,
    facts: RuleFacts,
    node: SyntaxNode,
    problems: readonly StructureProblem[],
    broken: boolean,
  ) {
    this.source = source;
    this.base = base;
    this.facts = facts;
    this.#node = node;
    this.problems = problems;
    this.broken = broken;
  }

  get text(): string {
    return this.source.slice(this.base);
  }

  node(): SyntaxNode {
    return this.#node;
  }

  value(): JsonValue {
    return valueOfNode(this.#node);
  }

  valueLike(): JsonValue {
    return this.value();
  }

  rangeAt(path: NodePath): TextRange | undefined {
    return nodeAtPath(this.#node, path)?.range;
  }
}
