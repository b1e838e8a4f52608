import type { JsonValue } from '../../json/json.ts';
import type { RuleFacts, RuleSlice, StructureProblem, RuleView } from '../ruleView.ts';
import {
  memberOf,
  nodeAtPath,
  valueOfNode,
  type NodePath,
  type SyntaxNode,
  shiftNode,
} from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { notAnObject, problemsOfNode } from '../parser/problems.ts';

/** The slices whose nodes are kept: reading all rules once does not keep all of them. */
const recent: (ParsedSlice | undefined)[] = Array.from({ length: 48 });
let next = 0;

/** A slice keeps the text of its rule, and reads the node again after it was released. */
export class ParsedSlice implements RuleSlice {
  /** The source begins with the rule's line in YAML (columns count there), and with the rule in JSON. */
  readonly source: string;
  readonly facts: RuleFacts;
  readonly problems: readonly StructureProblem[];
  readonly broken: boolean;
  /** Offset of the rule in `source`. */
  readonly #start: number;
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
    this.#start = start;
    this.facts = factsOfNode(node);
    this.#name = memberOf(node, 'name')?.value.range;
    this.problems = problems;
    this.broken = broken;
    this.#read = read;
    this.#keep(node);
  }

  get text(): string {
    return this.source.slice(this.#start);
  }

  node(): SyntaxNode {
    return this.#node ?? this.#keep(this.#read!(this.source));
  }

  value(like?: JsonValue): JsonValue {
    return valueOfNode(this.node(), like);
  }

  rangeAt(path: NodePath): TextRange | undefined {
    return path.length === 1 && path[0] === 'name' ? this.#name : nodeAtPath(this.node(), path)?.range;
  }

  #keep(node: SyntaxNode): SyntaxNode {
    this.#node = node;
    if (this.#read) {
      const oldest = recent[next];
      if (oldest) {
        oldest.#node = undefined;
      }
      recent[next] = this;
      next = (next + 1) % recent.length;
    }
    return node;
  }
}

const none: readonly string[] = [];

function factsOfNode(node: SyntaxNode | undefined): RuleFacts {
  const text = (key: string): string | undefined => stringOf(memberOf(node, key)?.value);
  const disabled = memberOf(node, 'disabled')?.value;
  const collections = memberOf(node, 'collections')?.value;
  const checks = memberOf(memberOf(node, 'condition')?.value, 'vulnerabilities')?.value;
  const names =
    collections?.kind === 'array'
      ? collections.items
          .map((item) => stringOf(memberOf(item, 'name')?.value))
          .filter((name) => name !== undefined)
      : none;
  return {
    name: text('name'),
    disabled: disabled?.kind === 'boolean' && disabled.value,
    effect: text('effect'),
    collections: names,
    checks: checks?.kind === 'array' ? checks.items.length : 0,
    previousName: text('previousName') || undefined,
  };
}

function stringOf(node: SyntaxNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}

/** A rule in its place in a document. */
export class ListedRule implements RuleView {
  readonly array: string;
  readonly index: number;
  readonly slice: RuleSlice;
  readonly #start: number;
  readonly #length: number;

  constructor(array: string, index: number, start: number, slice: RuleSlice, length = slice.text.length) {
    this.array = array;
    this.index = index;
    this.slice = slice;
    this.#start = start;
    this.#length = length;
  }

  get range(): TextRange {
    return { start: this.#start, end: this.#start + this.#length };
  }

  get facts(): RuleFacts {
    return this.slice.facts;
  }

  node(): SyntaxNode {
    return this.slice.node();
  }

  value(): JsonValue {
    return this.slice.value();
  }
}

/** The slice of a rule that was read with its whole document. */
export function nodeSlice(item: SyntaxNode, text: string): RuleSlice {
  const { start, end } = item.range;
  const node = shiftNode(item, -start);
  const problems: StructureProblem[] = node.kind === 'object' ? [] : [notAnObject(node.range)];
  problemsOfNode(node, (found) => problems.push(found));
  return new ParsedSlice(text.slice(start, end), 0, node, problems, {});
}
