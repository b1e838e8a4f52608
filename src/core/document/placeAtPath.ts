import { itemKeys, pathSteps } from '../json/memberPath.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { memberOf, type SyntaxNode } from './syntaxNode.ts';

/**
 * Where a member of the one rule of a list, or of the document itself, stands that a conflict names by its path. Where it is not
 * there, that of what it would lie in. Zero-based offset in the text.
 */
export function placeAtPath(policy: PolicyDocument, array: string | undefined, path: string): number {
  const steps = pathSteps(path);
  const [first = ''] = steps;
  const rule = array === undefined ? undefined : policy.array(array)?.rules[0];
  if (rule) {
    return rule.range.start + placeIn(rule.node(), steps);
  }
  const member = array === undefined ? policy.members().find(({ key }) => key === first) : undefined;
  return member ? placeIn(member.node(), steps.slice(1), member.keyRange.start) : 0;
}

function placeIn(node: SyntaxNode, steps: readonly string[], place = 0): number {
  const [first, ...rest] = steps;
  if (first === undefined) {
    return place;
  }
  if (node.kind === 'object') {
    const member = memberOf(node, first);
    return member ? placeIn(member.value, rest, member.keyRange.start) : place;
  }
  const items = node.kind === 'array' ? node.items : [];
  const item =
    items.find((each) => isKnownBy(each, first)) ?? items[/^\d+$/.test(first) ? Number(first) : -1];
  return item ? placeIn(item, rest, item.range.start) : place;
}

/** Other members of an item may well say the same. */
function isKnownBy(item: SyntaxNode, key: string): boolean {
  return itemKeys.some((id) => {
    const value = item.kind === 'object' ? memberOf(item, id)?.value : undefined;
    return value !== undefined && said(value) === key;
  });
}

function said(node: SyntaxNode): string | undefined {
  return node.kind === 'string' ? node.value : node.kind === 'number' ? node.lexeme : undefined;
}
