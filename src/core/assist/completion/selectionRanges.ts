import type { PolicyDocument } from '../../document/policyDocument.ts';
import { shiftRange, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';

/** The ranges grow from a word to the value, its field, the object, the rule, the list and the document. */
export function selectionRanges(policy: PolicyDocument, offset: number): readonly TextRange[] {
  const outer: TextRange[] = [{ start: 0, end: policy.length }];
  const add = (range: TextRange): void => {
    const last = outer.at(-1);
    const fits = last && range.start >= last.start && range.end <= last.end && range.end > range.start;
    if (fits && (range.start !== last.start || range.end !== last.end)) {
      outer.push(range);
    }
  };
  if (policy.range) {
    add(policy.range);
  }
  const member = policy
    .members()
    .find(({ keyRange, range }) => keyRange.start <= offset && offset <= Math.max(keyRange.end, range.end));
  if (member) {
    add({ start: member.keyRange.start, end: Math.max(member.keyRange.end, member.range.end) });
    if (offset <= member.keyRange.end) {
      add(member.keyRange);
    } else if (member.array) {
      add(member.range);
      const rule = member.array.rules.find(({ range }) => range.start <= offset && offset <= range.end);
      if (rule) {
        descend(rule.node(), rule.range.start, offset, policy, add);
      }
    } else {
      descend(member.node(), 0, offset, policy, add);
    }
  }
  return outer.toReversed();
}

function descend(
  node: SyntaxNode,
  base: number,
  offset: number,
  policy: PolicyDocument,
  add: (range: TextRange) => void,
): void {
  const range = shiftRange(node.range, base);
  const holds = (one: TextRange): boolean => one.start + base <= offset && offset <= one.end + base;
  add(range);
  if (node.alias) {
    return;
  }
  if (node.kind === 'object') {
    const member = node.members.find(
      ({ keyRange, value, merged }) => !merged && (holds(keyRange) || holds(value.range)),
    );
    if (member) {
      const { keyRange, value } = member;
      if (!value.alias) {
        add(shiftRange({ start: keyRange.start, end: Math.max(keyRange.end, value.range.end) }, base));
      }
      if (holds(keyRange)) {
        add(shiftRange(keyRange, base));
        addInsideQuotes(shiftRange(keyRange, base), policy, add);
      } else {
        descend(value, base, offset, policy, add);
      }
    }
  } else if (node.kind === 'array') {
    const item = node.items.find((each) => holds(each.range));
    if (item) {
      descend(item, base, offset, policy, add);
    }
  } else {
    addInsideQuotes(range, policy, add);
  }
}

function addInsideQuotes(range: TextRange, policy: PolicyDocument, add: (range: TextRange) => void): void {
  if (/["']/.test(policy.slice(range.start, range.start + 1))) {
    add({ start: range.start + 1, end: range.end - 1 });
  }
}
