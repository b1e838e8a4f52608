import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { factsOfNode } from '../parser/facts.ts';
import { settledProblems } from '../parser/settledProblems.ts';
import { notAList, notAnObject, notAPolicy, problemsOfNode } from '../parser/problems.ts';
import { NodeSlice } from '../parser/ruleSlices.ts';
import type {
  RuleArrayView,
  RuleFacts,
  RuleSlice,
  RuleView,
  StructureProblem,
  TopMember,
} from '../ruleView.ts';
import { shiftNode, shiftRange, valueOfNode, type MergeKey, type SyntaxNode } from '../syntaxNode.ts';
import { applyEdits, type TextEdit, type TextRange } from '../text.ts';
import { firstMembers, type Body, type Part } from './body.ts';

/** A document that is read as a whole, every time: YAML in flow style, with anchors that rules share, and the like. */
export class WholeBody implements Body {
  #text: string;
  #root: SyntaxNode | undefined;
  #arrays: RuleArrayView[] = [];
  #members: TopMember[] = [];
  #problems: readonly StructureProblem[];

  constructor(
    text: string,
    root: SyntaxNode | undefined,
    problems: readonly StructureProblem[],
    keys: readonly string[],
  ) {
    this.#text = text;
    this.#root = root;
    const all = [...problems];
    const add = (found: StructureProblem): void => {
      all.push(found);
    };
    if (root) {
      problemsOfNode(root, add);
    }
    if (root?.kind === 'object') {
      const first = firstMembers(root.members);
      for (const member of root.members) {
        const { key, keyRange, value, merged } = member;
        const array =
          first.get(key) === member && keys.includes(key) ? arrayOf(key, value, text, add) : undefined;
        if (array) {
          this.#arrays.push(array);
        }
        const from = merged && { merged };
        this.#members.push({ key, keyRange, range: value.range, ...from, array, node: () => value });
      }
    } else if (!problems.some((each) => each.fatal)) {
      add(notAPolicy(root?.range ?? { start: 0, end: text.length }, root === undefined));
    }
    all.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
    this.#problems = settledProblems(all, (start, end) => text.slice(start, end));
  }

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  get range(): TextRange | undefined {
    return this.#root?.kind === 'object' ? this.#root.range : undefined;
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  problems(): readonly StructureProblem[] {
    return this.#problems;
  }

  arrays(): readonly RuleArrayView[] {
    return this.#arrays;
  }

  members(): readonly TopMember[] {
    return this.#members;
  }

  merges(): readonly MergeKey[] {
    return this.#root?.kind === 'object' ? (this.#root.merges ?? []) : [];
  }

  *value(): Generator<void, JsonObject | undefined, void> {
    yield;
    const value = this.#root && valueOfNode(this.#root);
    return isJsonObject(value) ? value : undefined;
  }

  get stays(): boolean {
    return false;
  }

  /** An edit of it is a reading of all of it: there is nothing to take over but what was read. */
  fork(): WholeBody {
    const fork = new WholeBody(this.#text, undefined, [], []);
    fork.#root = this.#root;
    fork.#arrays = this.#arrays;
    fork.#members = this.#members;
    fork.#problems = this.#problems;
    return fork;
  }

  parts(): readonly Part[] {
    return [{ text: this.#text }];
  }

  // oxlint-disable-next-line require-yield
  *known(): Generator<void, undefined, void> {
    return undefined;
  }

  // oxlint-disable-next-line require-yield
  *apply(edits: readonly TextEdit[]): Generator<void, boolean, void> {
    this.#text = applyEdits(this.#text, edits);
    return false;
  }
}

function arrayOf(
  key: string,
  node: SyntaxNode,
  text: string,
  add: (found: StructureProblem) => void,
): RuleArrayView | undefined {
  if (node.kind === 'null') {
    return { key, range: node.range, rules: [] };
  }
  if (node.kind !== 'array') {
    add(notAList(key, node.range));
    return undefined;
  }
  const rules = node.items.map((item, index): RuleView => {
    if (item.kind !== 'object') {
      add(notAnObject(item.range));
    }
    return new WholeRule(key, index, item, text);
  });
  return { key, range: node.range, rules };
}

class WholeRule implements RuleView {
  readonly array: string;
  readonly index: number;
  readonly range: TextRange;
  readonly slice: RuleSlice;

  constructor(array: string, index: number, item: SyntaxNode, text: string) {
    this.array = array;
    this.index = index;
    this.range = item.range;
    const { start, end } = item.range;
    const node = shiftNode(item, -start);
    const problems: StructureProblem[] = [];
    if (node.kind !== 'object') {
      problems.push(notAnObject(shiftRange(item.range, -start)));
    }
    problemsOfNode(node, (found) => problems.push(found));
    this.slice = new NodeSlice(text.slice(start, end), 0, factsOfNode(node), node, problems, false);
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
