import type { JsonValue } from '../json/json.ts';
import type { StructureProblem } from './reading/problems.ts';
import {
  memberOf,
  nodeAtPath,
  valueOfNode,
  type NodePath,
  type SyntaxMember,
  type SyntaxNode,
} from './syntaxNode.ts';
import type { TextRange } from './text.ts';

/** Lists, trees and cross-rule checks use these facts, which need no positioned nodes. */
interface RuleFacts {
  readonly name?: string;
  readonly disabled: boolean;
  /** Names of the rule's collections, in order. */
  readonly collections: readonly string[];
  /** Length of `condition.vulnerabilities`. */
  readonly checks: number;
}

const none: readonly StructureProblem[] = [];

/** Reading all rules once must not keep all nodes, and the collector copies each kept node while it grows old. */
const MAX_KEPT_NODES = 8;
/** The slices whose nodes are kept, the oldest first. */
const recent: RuleSlice[] = [];

/**
 * The slice is the result of reading one rule's text. The same text keeps the same object wherever the rule moves, so
 * the slice is the key for caches. All ranges inside count from the start of the rule. The node is released after a
 * while, and read from the text when it is needed.
 */
export class RuleSlice {
  /** The source begins with the rule's line in YAML (columns count there), and with the rule in JSON. */
  readonly source: string;
  readonly facts: RuleFacts;
  /** Problems inside the rule. */
  readonly problems: readonly StructureProblem[];
  /** The text of the rule has no single meaning: node and value are the best that could be made of it. */
  readonly broken: boolean;
  /** Offset of the rule in `source`; the rule ends where `source` ends. */
  readonly start: number;
  /** The node is kept when this function is undefined. */
  readonly #read: ((source: string) => SyntaxNode) | undefined;
  /** Most findings mark the name. */
  readonly #name: TextRange | undefined;
  #node: SyntaxNode | undefined;

  /** `read` makes the node of the same text again. The node is kept without `read`, for example in broken text. */
  constructor(
    source: string,
    start: number,
    node: SyntaxNode,
    problems: readonly StructureProblem[],
    { broken = false, read }: { readonly broken?: boolean; readonly read?: (source: string) => SyntaxNode },
  ) {
    this.source = source;
    this.start = start;
    this.facts = factsOfNode(node);
    this.#name = memberOf(node, 'name')?.value.range;
    this.problems = problems.length === 0 ? none : problems;
    this.broken = broken;
    this.#read = read;
    this.#keep(node);
  }

  /** The rule as it is written, without the comments around it. */
  get text(): string {
    return this.source.slice(this.start);
  }

  node(): SyntaxNode {
    return this.#node ?? this.#keep(this.#read!(this.source));
  }

  /** The parameter `like` is explained at `valueOfNode`. */
  value(like?: JsonValue): JsonValue {
    return valueOfNode(this.node(), like);
  }

  /** The range is that of the written value; it is undefined where the path leads nowhere. */
  rangeAt(path: NodePath): TextRange | undefined {
    return path.length === 1 && path[0] === 'name' ? this.#name : nodeAtPath(this.node(), path)?.range;
  }

  #keep(node: SyntaxNode): SyntaxNode {
    this.#node = node;
    if (this.#read && recent.push(this) > MAX_KEPT_NODES) {
      recent.shift()!.#node = undefined;
    }
    return node;
  }
}

function factsOfNode(node: SyntaxNode): RuleFacts {
  const disabled = memberOf(node, 'disabled')?.value;
  const collections = memberOf(node, 'collections')?.value;
  const checks = memberOf(memberOf(node, 'condition')?.value, 'vulnerabilities')?.value;
  const items = collections?.kind === 'array' ? collections.items : [];
  return {
    name: stringOf(memberOf(node, 'name')?.value),
    disabled: disabled?.kind === 'boolean' && disabled.value,
    collections: items.flatMap((item) => stringOf(memberOf(item, 'name')?.value) ?? []),
    checks: checks?.kind === 'array' ? checks.items.length : 0,
  };
}

function stringOf(node: SyntaxNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}

/** A rule in its place. `range` is its value: `{` to `}` in JSON, first key to end of last value in YAML. */
export class RuleView {
  readonly array: string;
  readonly index: number;
  readonly slice: RuleSlice;
  /** The offset at which the source of the slice begins. */
  readonly #from: number;

  constructor(array: string, index: number, slice: RuleSlice, from: number) {
    this.array = array;
    this.index = index;
    this.slice = slice;
    this.#from = from;
  }

  /** Each key in the editor creates all views, and few of them are asked for their range. */
  get range(): TextRange {
    return { start: this.#from + this.slice.start, end: this.#from + this.slice.source.length };
  }

  get facts(): RuleFacts {
    return this.slice.facts;
  }

  /** Positioned tree; its offsets count from `range.start`. */
  node(): SyntaxNode {
    return this.slice.node();
  }

  value(): JsonValue {
    return this.slice.value();
  }
}

export interface RuleArrayView {
  readonly key: string;
  /** The array's value: brackets included; in YAML block style from the first `-` to the end of the last rule. */
  readonly range: TextRange;
  readonly rules: readonly RuleView[];
}

/** The field is one of the document itself. Ranges count from the start of the document. */
export interface TopMember extends SyntaxMember {
  /** The view exists when the field is an ordered array of rules. The value need not have these rules. */
  readonly array?: RuleArrayView;
}
