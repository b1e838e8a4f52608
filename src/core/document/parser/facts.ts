import type { RuleFacts } from '../ruleView.ts';
import { memberOf, type SyntaxNode } from '../syntaxNode.ts';

const none: readonly string[] = [];

export function factsOfNode(node: SyntaxNode | undefined): RuleFacts {
  const text = (key: string): string | undefined => stringOf(memberOf(node, key)?.value);
  const disabled = memberOf(node, 'disabled')?.value;
  const collections = memberOf(node, 'collections')?.value;
  const checks = memberOf(memberOf(node, 'condition')?.value, 'vulnerabilities')?.value;
  const names =
    collections?.kind === 'array'
      ? collections.items
          .map((item) => stringOf(memberOf(item, 'name')?.value))
          .filter((name) => name !== undefined)
      : none;
  return {
    name: text('name'),
    disabled: disabled?.kind === 'boolean' && disabled.value,
    effect: text('effect'),
    collections: names,
    checks: checks?.kind === 'array' ? checks.items.length : 0,
    previousName: text('previousName') || undefined,
  };
}

function stringOf(node: SyntaxNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}
