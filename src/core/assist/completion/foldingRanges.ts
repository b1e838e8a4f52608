import type { PolicyDocument } from '../../document/policyDocument.ts';
import { shiftRange, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import type { RuleSlice } from '../../document/ruleSlice.ts';

/** Longer policies fold only lists and rules, because editors drop folding ranges beyond some thousand. */
const MAX_RULES_WITH_INNER_RANGES = 1000;

export interface Folding {
  /** The first line stays in sight. */
  readonly range: TextRange;
  /** The flag is true for a range that ends with a bracket, whose line stays visible too. */
  readonly closed: boolean;
}

/** The cache keeps the ranges inside a rule, which are valid while the rule is unchanged. */
const inner = new WeakMap<RuleSlice, readonly Folding[]>();

/** Lists, rules, and the objects and arrays in them. */
export function foldingRanges(policy: PolicyDocument): readonly Folding[] {
  const found: Folding[] = [];
  const count = policy.arrays().reduce((sum, { rules }) => sum + rules.length, 0);
  for (const member of policy.members()) {
    const { keyRange, range, array } = member;
    if (!array) {
      collect(member.node(), keyRange.start, policy.spelling === 'json', found);
      continue;
    }
    const closed = policy.slice(range.end - 1, range.end) === ']';
    found.push({ range: { start: keyRange.start, end: range.end }, closed });
    for (const rule of array.rules) {
      found.push({ range: rule.range, closed: policy.slice(rule.range.end - 1, rule.range.end) === '}' });
      if (count <= MAX_RULES_WITH_INNER_RANGES) {
        let own = inner.get(rule.slice);
        if (!own) {
          const within: Folding[] = [];
          membersOf(rule.node(), policy.spelling === 'json', within);
          own = within;
          inner.set(rule.slice, own);
        }
        found.push(
          ...own.map(({ range, closed }) => ({ range: shiftRange(range, rule.range.start), closed })),
        );
      }
    }
  }
  return found;
}

function collect(node: SyntaxNode, start: number, closed: boolean, found: Folding[]): void {
  if ((node.kind === 'object' || node.kind === 'array') && !node.alias) {
    found.push({ range: { start, end: node.range.end }, closed });
    membersOf(node, closed, found);
  }
}

function membersOf(node: SyntaxNode, closed: boolean, found: Folding[]): void {
  if (node.alias) {
    return;
  }
  if (node.kind === 'object') {
    for (const { keyRange, value, merged } of node.members) {
      if (!merged) {
        collect(value, keyRange.start, closed, found);
      }
    }
  } else if (node.kind === 'array') {
    for (const item of node.items) {
      collect(item, item.range.start, closed, found);
    }
  }
}
