import type { NodePath } from '../../../document/syntaxNode.ts';
import type { Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt } from '../plainData.ts';
import { repeatedEntries } from './repeatedEntries.ts';

export const duplicateCustomRule: RuleCheck = {
  code: 'duplicate-custom-rule',
  summary: 'A custom rule is in a list twice.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'sensors',
  *check({ rule }) {
    for (const { list, path } of customRulesOf(rule)) {
      yield* repeatedEntries(list, path, (entry) => {
        const id = isPlain(entry) ? entry['_id'] : undefined;
        return typeof id === 'number' ? { member: '_id', key: String(id), name: String(id) } : undefined;
      });
    }
  },
};

/** The lists of custom rules that a rule has: its own, and those of its applications. */
export function customRulesOf(
  rule: Plain,
): readonly { readonly list: readonly unknown[]; readonly path: NodePath }[] {
  const apps = listAt(rule, 'applicationsSpec');
  return [
    { list: listAt(rule, 'customRules'), path: ['customRules'] },
    ...apps.map((app, index) => ({
      list: listAt(app, 'customRules'),
      path: ['applicationsSpec', index, 'customRules'],
    })),
  ];
}
