import type { RuleView } from './ruleView.ts';

/** Ids of the rules of a list, by name, so that a rule keeps its id wherever it moves; the second of a name is told apart by its count. */
export function ruleIds(rules: readonly { readonly facts: Pick<RuleView['facts'], 'name'> }[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ facts: { name = '' } }) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${count}:${name}`;
  });
}
