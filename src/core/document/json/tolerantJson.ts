import { parseTree, type Node } from 'jsonc-parser';
import { hasDeepBrackets, MAX_DEPTH } from '../reading/problems.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';

/** The best that can be made of a text that is not JSON; a null node when that is nothing. */
export function readTolerantly(text: string): SyntaxNode {
  const nothing: SyntaxNode = { kind: 'null', range: { start: 0, end: text.trimEnd().length } };
  if (hasDeepBrackets(text, MAX_DEPTH)) {
    return nothing;
  }
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree ? nodeOf(tree, text) : nothing;
}

function nodeOf(tree: Node, text: string): SyntaxNode {
  // The parser ends behind the text where a comment is cut off.
  const range = { start: tree.offset, end: Math.min(tree.offset + tree.length, text.length) };
  const children = tree.children ?? [];
  switch (tree.type) {
    case 'object': {
      const members: SyntaxMember[] = [];
      for (const { children: [key, value] = [] } of children) {
        if (key) {
          const keyRange = { start: key.offset, end: key.offset + key.length };
          const node = value
            ? nodeOf(value, text)
            : ({ kind: 'null', range: { start: keyRange.end, end: keyRange.end } } as const);
          members.push({ key: String(key.value), keyRange, value: node });
        }
      }
      return { kind: 'object', range, members };
    }
    case 'array':
      return { kind: 'array', range, items: children.map((child) => nodeOf(child, text)) };
    case 'string':
      return { kind: 'string', range, value: String(tree.value) };
    case 'number':
      return { kind: 'number', range, lexeme: text.slice(range.start, range.end) };
    case 'boolean':
      return { kind: 'boolean', range, value: tree.value === true };
    case 'null':
    case 'property':
    default:
      return { kind: 'null', range };
  }
}
