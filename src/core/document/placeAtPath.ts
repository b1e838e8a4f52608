import { pathSteps } from '../json/memberPath.ts';
import { documentFormOf, ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { memberOf, type SyntaxNode } from './syntaxNode.ts';
import type { Form } from '../policy/fieldTypes.ts';

/**
 * A conflict names a field of the only rule of a list, or of the document, by its path. The zero-based offset is that
 * of the field, or of the nearest existing parent.
 */
export function placeAtPath(policy: PolicyDocument, array: string | undefined, path: string): number {
  const steps = pathSteps(path);
  const [first = ''] = steps;
  const rule = array === undefined ? undefined : policy.array(array)?.rules[0];
  if (rule) {
    return rule.range.start + placeIn(rule.node(), steps, policy.kind && ruleFormOf(policy.kind));
  }
  const member = array === undefined ? policy.members().find(({ key }) => key === first) : undefined;
  const form = policy.kind && documentFormOf(policy.kind).members?.get(first);
  return member ? placeIn(member.value, steps.slice(1), form, member.keyRange.start) : 0;
}

function placeIn(node: SyntaxNode, steps: readonly string[], form: Form | undefined, place = 0): number {
  const [first, ...rest] = steps;
  if (first === undefined) {
    return place;
  }
  if (node.kind === 'object') {
    const member = memberOf(node, first);
    return member ? placeIn(member.value, rest, form?.members?.get(first), member.keyRange.start) : place;
  }
  const items = node.kind === 'array' ? node.items : [];
  const item =
    items.find((entry) => isKnownBy(entry, form?.key, first)) ??
    items[/^\d+$/.test(first) ? Number(first) : -1];
  return item ? placeIn(item, rest, form?.items, item.range.start) : place;
}

function isKnownBy(item: SyntaxNode, by: string | undefined, key: string): boolean {
  const value = by === undefined ? undefined : memberOf(item, by)?.value;
  return value?.kind === 'string' ? value.value === key : value?.kind === 'number' && value.lexeme === key;
}
