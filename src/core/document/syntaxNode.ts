import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../json/json.ts';
import type { TextRange } from './text.ts';

/**
 * A positioned value, common to both spellings. Ranges cover the value as written (quotes and brackets included).
 * Inside a rule they count from the start of the rule (see `RuleView.node`), elsewhere from the start of the document.
 */
export type SyntaxNode = ObjectNode | ArrayNode | StringNode | NumberNode | BooleanNode | NullNode;

interface NodeBase {
  readonly range: TextRange;
  /** The value comes through a YAML alias, so its children have the ranges of the anchor. */
  readonly alias?: true;
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object';
  /** The fields are in written order; a duplicate key appears twice, and the last one counts. */
  readonly members: readonly SyntaxMember[];
  /** The merge keys (`<<`) are those of the YAML text; the fields that they bring are in `members` too. */
  readonly merges?: readonly MergeKey[];
}

export interface MergeKey {
  readonly keyRange: TextRange;
  readonly range: TextRange;
}

export interface SyntaxMember {
  readonly key: string;
  readonly keyRange: TextRange;
  readonly value: SyntaxNode;
  /** The field comes from a YAML merge key (`<<`), so its ranges are those of the anchor. */
  readonly merged?: true;
}

interface ArrayNode extends NodeBase {
  readonly kind: 'array';
  readonly items: readonly SyntaxNode[];
}

interface StringNode extends NodeBase {
  readonly kind: 'string';
  readonly value: string;
}

interface NumberNode extends NodeBase {
  readonly kind: 'number';
  /** A JSON number; spellings that only YAML has (`0x1F`, `.5`, `+1`) are converted. */
  readonly lexeme: string;
}

interface BooleanNode extends NodeBase {
  readonly kind: 'boolean';
  readonly value: boolean;
}

interface NullNode extends NodeBase {
  readonly kind: 'null';
}

export type NodePath = readonly (string | number)[];

export function memberOf(node: SyntaxNode | undefined, key: string): SyntaxMember | undefined {
  return node?.kind === 'object' ? lastOf(node.members, key) : undefined;
}

/** Longer lists are indexed by key after the first search. */
const MAX_SEARCHED_MEMBERS = 64;
const byKey = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/** The last field of a key counts. The list must not change. */
export function lastOf<Member extends { readonly key: string }>(
  members: readonly Member[],
  key: string,
): Member | undefined {
  if (members.length <= MAX_SEARCHED_MEMBERS) {
    return members.findLast((member) => member.key === key);
  }
  let known = byKey.get(members) as ReadonlyMap<string, Member> | undefined;
  if (!known) {
    known = new Map(members.map((member) => [member.key, member]));
    byKey.set(members, known);
  }
  return known.get(key);
}

/** The node at the end of `path`, or undefined when the path leads nowhere. */
export function nodeAtPath(node: SyntaxNode | undefined, path: NodePath): SyntaxNode | undefined {
  let current = node;
  for (const step of path) {
    if (typeof step === 'number') {
      current = current?.kind === 'array' ? current.items[step] : undefined;
    } else {
      current = memberOf(current, step)?.value;
    }
  }
  return current;
}

/** The path leads to the innermost node whose range contains `offset` (ends included). */
export function pathAtOffset(
  root: SyntaxNode,
  offset: number,
): { path: (string | number)[]; node: SyntaxNode } {
  const path: (string | number)[] = [];
  let node = root;
  const contains = (range: TextRange): boolean => range.start <= offset && offset <= range.end;
  for (;;) {
    if (node.kind === 'object') {
      const member = node.members.find(
        ({ keyRange, value, merged }) => !merged && (contains(keyRange) || contains(value.range)),
      );
      if (!member || node.alias) {
        return { path, node };
      }
      path.push(member.key);
      if (contains(member.keyRange) && !contains(member.value.range)) {
        return { path, node: member.value };
      }
      node = member.value;
    } else if (node.kind === 'array' && !node.alias) {
      const index = node.items.findIndex((item) => contains(item.range));
      const item = node.items[index];
      if (!item) {
        return { path, node };
      }
      path.push(index);
      node = item;
    } else {
      return { path, node };
    }
  }
}

/**
 * The value is the data of a node. Parts that equal `like`, with fields in the same order, are taken from `like` without
 * any allocation.
 */
export function valueOfNode(node: SyntaxNode, like?: JsonValue): JsonValue {
  if (like !== undefined && isDataOf(node, like)) {
    return like;
  }
  switch (node.kind) {
    case 'object': {
      const other = isJsonObject(like) ? like : undefined;
      const made = new Map<string, JsonValue>();
      for (const { key, value } of node.members) {
        made.set(key, valueOfNode(value, other?.get(key)));
      }
      return made;
    }
    case 'array': {
      const other = isJsonArray(like) ? like : undefined;
      return node.items.map((item, place) => valueOfNode(item, other?.[place]));
    }
    case 'number':
      return new JsonNumber(node.lexeme);
    case 'null':
      return null;
    case 'string':
    case 'boolean':
    default:
      return node.value;
  }
}

/** The value is exactly the data of the node, with fields in the same order. */
function isDataOf(node: SyntaxNode, value: JsonValue | undefined): boolean {
  switch (node.kind) {
    case 'object': {
      if (!isJsonObject(value) || value.size !== node.members.length) {
        return false;
      }
      let place = 0;
      for (const [key, other] of value) {
        const member = node.members[place++] as SyntaxMember;
        if (member.key !== key || !isDataOf(member.value, other)) {
          return false;
        }
      }
      return true;
    }
    case 'array':
      return (
        isJsonArray(value) &&
        value.length === node.items.length &&
        node.items.every((item, place) => isDataOf(item, value[place]))
      );
    case 'number':
      return value instanceof JsonNumber && value.lexeme === node.lexeme;
    case 'null':
      return value === null;
    case 'string':
    case 'boolean':
    default:
      return value === node.value;
  }
}

/** The result is the same tree, moved by `by` characters. */
export function shiftNode<Node extends SyntaxNode>(node: Node, by: number): Node {
  if (by === 0) {
    return node;
  }
  const range = shiftRange(node.range, by);
  if (node.kind === 'object') {
    const members = node.members.map((member) => ({
      ...member,
      keyRange: shiftRange(member.keyRange, by),
      value: shiftNode(member.value, by),
    }));
    const merges = node.merges?.map((merge) => ({
      keyRange: shiftRange(merge.keyRange, by),
      range: shiftRange(merge.range, by),
    }));
    return { ...node, range, members, ...(merges && { merges }) };
  }
  if (node.kind === 'array') {
    return { ...node, range, items: node.items.map((item) => shiftNode(item, by)) };
  }
  return { ...node, range };
}

export function shiftRange<Range extends TextRange>(range: Range, by: number): Range {
  return { ...range, start: range.start + by, end: range.end + by };
}
