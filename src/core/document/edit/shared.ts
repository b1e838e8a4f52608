import type { SyntaxNode } from '../syntaxNode.ts';

/** Whether something in a value comes through an alias or a merge key. */
export function isShared(node: SyntaxNode): boolean {
  if (node.alias) {
    return true;
  }
  if (node.kind === 'object') {
    return node.merges !== undefined || node.members.some(({ value }) => isShared(value));
  }
  return node.kind === 'array' && node.items.some(isShared);
}
