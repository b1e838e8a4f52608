import type { PolicyDocument } from '../../document/policyDocument.ts';
import { lastOf, memberOf, nodeAtPath, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import type { Mark } from './finding.ts';
import type { RuleView } from '../../document/ruleView.ts';

/**
 * The range is that of a place in a rule, in offsets of the document. A path that leads nowhere marks its last existing
 * place.
 */
export function placeInRule(rule: RuleView, path: NodePath, mark: Mark): TextRange {
  const value = mark === 'value' ? rule.slice.rangeAt(path) : undefined;
  const range = value ?? placeInNode(rule.node(), path, mark);
  return { start: range.start + rule.range.start, end: range.end + rule.range.start };
}

/** The text of a place beside the rules. A path that leads nowhere marks the start of the document. */
export function placeInDocument(doc: PolicyDocument, path: NodePath, mark: Mark): TextRange {
  const members = doc.members();
  const [key, ...rest] = path;
  const member = key === undefined ? undefined : lastOf(members, String(key));
  if (!member) {
    return members[0]?.keyRange ?? firstCharacter(doc.text);
  }
  if (rest.length === 0 || member.array) {
    return mark === 'key' ? member.keyRange : member.range;
  }
  return placeInNode(member.node(), rest, mark);
}

/** The text of a place below a node, in the offsets of the node. */
export function placeInNode(root: SyntaxNode, path: NodePath, mark: Mark): TextRange {
  let node = root;
  let keyRange: TextRange | undefined;
  for (const step of path) {
    const member = typeof step === 'string' ? memberOf(node, step) : undefined;
    const next = member?.value ?? nodeAtPath(node, [step]);
    if (!next) {
      return startOf(node);
    }
    keyRange = member?.keyRange;
    node = next;
  }
  if (mark === 'key' && keyRange) {
    return keyRange;
  }
  return mark === 'start' ? startOf(node) : node.range;
}

/**
 * The text is a number, true or false; ranges count from the start of `text`. It is undefined for a value behind an
 * alias.
 */
export function writtenAt(root: SyntaxNode | undefined, path: NodePath, text: string): string | undefined {
  const node = nodeAtPath(root, path);
  return node && !node.alias && (node.kind === 'number' || node.kind === 'boolean')
    ? text.slice(node.range.start, node.range.end)
    : undefined;
}

/** The first key of an object: a mark for the whole that does not cover pages. */
function startOf(node: SyntaxNode): TextRange {
  return (node.kind === 'object' && node.members[0]?.keyRange) || node.range;
}

function firstCharacter(text: string): TextRange {
  const start = text.search(/\S/);
  return start < 0 ? { start: 0, end: 0 } : { start, end: start + 1 };
}
