import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { PolicyKind } from '../model/families.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Spelling } from '../model/policyFile.ts';
import { throwIfCancelled } from '../util/errors.ts';
import type { RuleArrayView, RuleFacts, RuleView, StructureProblem, TopMember } from './ruleView.ts';
import { memberOf, nodeAtPath, valueOfNode, type SyntaxNode } from './syntaxNode.ts';
import { applyEdits, type TextEdit, type TextRange } from './text.ts';
import { readWithLibrary } from './yaml/libraryYaml.ts';

export type {
  RuleArrayView,
  RuleFacts,
  RuleSlice,
  RuleView,
  StructureProblem,
  TopMember,
} from './ruleView.ts';

/** A policy file, read. Never throws, whatever the text; `apply` keeps it up to date with the editor. */
export class PolicyDocument {
  readonly spelling: Spelling;
  readonly kind: PolicyKind | undefined;
  #text: string;
  #problems: StructureProblem[] = [];
  #root: SyntaxNode | undefined;
  #arrays: RuleArrayView[] = [];

  private constructor(text: string, spelling: Spelling, kind: PolicyKind | undefined) {
    this.#text = text;
    this.spelling = spelling;
    this.kind = kind;
    this.#read();
  }

  static read(text: string, spelling: Spelling, kind?: PolicyKind): PolicyDocument {
    return new PolicyDocument(text, spelling, kind);
  }

  /** As `read`, giving way to others by `await pause()` whenever about 10 ms have passed. Throws CancelledError. */
  static async readInSlices(
    text: string,
    spelling: Spelling,
    kind: PolicyKind | undefined,
    pause: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<PolicyDocument> {
    await pause();
    throwIfCancelled(signal);
    return new PolicyDocument(text, spelling, kind);
  }

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** Part of the text, without making the whole of it. */
  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** The line break that the file uses. */
  get lineBreak(): '\n' | '\r\n' {
    const first = this.#text.indexOf('\n');
    return first > 0 && this.#text[first - 1] === '\r' ? '\r\n' : '\n';
  }

  get problems(): readonly StructureProblem[] {
    return this.#problems;
  }

  /** Takes over edits as the editor reports them: not overlapping, all in offsets of the text before. */
  apply(edits: readonly TextEdit[]): void {
    this.#text = applyEdits(this.#text, edits);
    this.#read();
  }

  /** The ordered arrays that the document has, in written order. `null` reads as an empty array. */
  arrays(): readonly RuleArrayView[] {
    return this.#arrays;
  }

  array(key: string): RuleArrayView | undefined {
    return this.#arrays.find((array) => array.key === key);
  }

  /** Extent of the object that is the policy. */
  get range(): TextRange | undefined {
    return this.#root?.kind === 'object' ? this.#root.range : undefined;
  }

  members(): readonly TopMember[] {
    if (this.#root?.kind !== 'object') {
      return [];
    }
    return this.#root.members.map((member) => ({
      key: member.key,
      keyRange: member.keyRange,
      range: member.value.range,
      array: this.array(member.key),
      node: () => member.value,
    }));
  }

  /** Undefined while a fatal problem stands, and when the document is not an object. */
  value(): JsonObject | undefined {
    if (!this.#root || this.#problems.some((problem) => problem.fatal)) {
      return undefined;
    }
    const value = valueOfNode(this.#root);
    return isJsonObject(value) ? value : undefined;
  }

  /** What the document says it is: its `policyType`, else its `_id`. */
  identity(): string | undefined {
    for (const key of ['policyType', '_id']) {
      const node = memberOf(this.#root, key)?.value;
      if (node?.kind === 'string' && node.value !== '') {
        return node.value;
      }
    }
    return undefined;
  }

  #read(): void {
    const reading = this.spelling === 'yaml' ? readWithLibrary(this.#text) : readJson(this.#text);
    this.#root = reading.root;
    this.#problems = [...reading.problems];
    this.#arrays = [];
    if (this.#root?.kind !== 'object') {
      this.#problems.push({
        code: 'not-a-policy',
        message: 'a policy is an object with a list of rules',
        range: this.#root?.range ?? { start: 0, end: 0 },
        fatal: true,
      });
      return;
    }
    const keys = this.kind?.arrays.map((array) => array.key) ?? ['rules', 'containerRules', 'hostRules'];
    for (const key of keys) {
      const node = memberOf(this.#root, key)?.value;
      if (node?.kind === 'array' || node?.kind === 'null') {
        const items = node.kind === 'array' ? node.items : [];
        this.#arrays.push({
          key,
          range: node.range,
          rules: items.map((item, index) => ruleView(key, index, item)),
        });
      } else if (node) {
        this.#problems.push({
          code: 'rules-not-a-list',
          message: `${key} must be a list of rules`,
          range: node.range,
          fatal: false,
        });
      }
    }
  }
}

function ruleView(array: string, index: number, item: SyntaxNode): RuleView {
  const node = shifted(item, -item.range.start);
  const slice = {
    facts: factsOf(node),
    problems: [],
    broken: false,
    node: () => node,
    value: (): JsonValue => valueOfNode(node),
  };
  return { array, index, range: item.range, slice, facts: slice.facts, node: slice.node, value: slice.value };
}

function factsOf(node: SyntaxNode): RuleFacts {
  const text = (key: string): string | undefined => {
    const found = nodeAtPath(node, [key]);
    return found?.kind === 'string' ? found.value : undefined;
  };
  const disabled = nodeAtPath(node, ['disabled']);
  const collections = nodeAtPath(node, ['collections']);
  const checks = nodeAtPath(node, ['condition', 'vulnerabilities']);
  return {
    name: text('name'),
    disabled: disabled?.kind === 'boolean' && disabled.value,
    effect: text('effect'),
    collections:
      collections?.kind === 'array'
        ? collections.items.flatMap((item) => {
            const name = nodeAtPath(item, ['name']);
            return name?.kind === 'string' ? [name.value] : [];
          })
        : [],
    checks: checks?.kind === 'array' ? checks.items.length : 0,
    previousName: text('previousName') || undefined,
  };
}

function shifted(node: SyntaxNode, by: number): SyntaxNode {
  const move = ({ start, end }: { start: number; end: number }) => ({ start: start + by, end: end + by });
  const range = move(node.range);
  if (node.kind === 'object') {
    const members = node.members.map((member) => ({
      ...member,
      keyRange: move(member.keyRange),
      value: shifted(member.value, by),
    }));
    return { ...node, range, members };
  }
  if (node.kind === 'array') {
    return { ...node, range, items: node.items.map((item) => shifted(item, by)) };
  }
  return { ...node, range };
}

function readJson(text: string): { root: SyntaxNode | undefined; problems: StructureProblem[] } {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors);
  return {
    root: tree && fromTree(tree, text),
    problems: errors.map((error) => ({
      code: 'syntax',
      message: 'the text is not JSON here',
      range: { start: error.offset, end: error.offset + error.length },
      fatal: true,
    })),
  };
}

function fromTree(node: Node, text: string): SyntaxNode {
  const range = { start: node.offset, end: node.offset + node.length };
  const children = node.children ?? [];
  if (node.type === 'object') {
    const members = children.flatMap(({ children: [key, value] = [] }) => {
      const keyRange = key && { start: key.offset, end: key.offset + key.length };
      return keyRange && value ? [{ key: String(key.value), keyRange, value: fromTree(value, text) }] : [];
    });
    return { kind: 'object', range, members };
  }
  if (node.type === 'array') {
    return { kind: 'array', range, items: children.map((child) => fromTree(child, text)) };
  }
  if (node.type === 'string') {
    return { kind: 'string', range, value: String(node.value) };
  }
  if (node.type === 'number') {
    return { kind: 'number', range, lexeme: text.slice(range.start, range.end) };
  }
  return node.type === 'boolean'
    ? { kind: 'boolean', range, value: node.value === true }
    : { kind: 'null', range };
}
