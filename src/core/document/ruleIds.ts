import type { RuleView } from './ruleView.ts';

/** The ids use names, so that a rule keeps its id when it moves. A counter distinguishes rules of one name. */
export function ruleIds(rules: readonly { readonly facts: Pick<RuleView['facts'], 'name'> }[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ facts: { name = '' } }) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${count}:${name}`;
  });
}
