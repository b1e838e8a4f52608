import type { JsonValue } from '../../json/json.ts';
import { factsOfNode } from '../parser/facts.ts';
import type { RuleFacts, RuleSlice, StructureProblem } from '../ruleView.ts';
import { memberOf, nodeAtPath, valueOfNode, type NodePath, type SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';

/** The slices whose nodes are kept: reading all rules once does not keep all of them. */
const recent: (ParsedSlice | undefined)[] = Array.from({ length: 48 });
let next = 0;

/** A rule of which the text is kept; its node is read again from it when it was forgotten. */
export class ParsedSlice implements RuleSlice {
  /** Begins with the rule's line in YAML (columns count there), with the rule in JSON. */
  readonly source: string;
  readonly facts: RuleFacts;
  readonly problems: readonly StructureProblem[];
  readonly broken: boolean;
  /** Offset of the rule in `source`. */
  readonly #start: number;
  /** Undefined: the node is kept. */
  readonly #read: ((source: string) => SyntaxNode) | undefined;
  /** Most findings are told at the name. */
  readonly #name: TextRange | undefined;
  #node: SyntaxNode | undefined;

  /** `read`: makes the node of the same text once more. Without it the node is kept, as where the text is broken. */
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
