import type { DocumentCheck } from '../finding.ts';
import { missingRules } from './rulesMissing.ts';

export const noRules: DocumentCheck = {
  code: 'no-rules',
  summary: 'The policy has no rules, so a push removes all rules on the console.',
  severity: 'information',
  scope: 'document',
  *check({ kind, arrays, head }) {
    if (arrays.some(({ rules }) => rules.length > 0)) {
      return;
    }
    const written = arrays[0]?.key;
    const keys = kind.arrays.map(({ key }) => key);
    const lists = arrays.map(({ key }) => key);
    // Reported as `rules-not-a-list`, or as `rules-missing`.
    if ((written === undefined && Object.keys(head).length > 0) || missingRules(head, lists, kind)) {
      return;
    }
    yield {
      message: `the policy has no rules in ${keys.map((key) => `\`${key}\``).join(' or ')}: a push would remove every rule on the console`,
      path: written === undefined ? [] : [written],
      mark: 'key',
    };
  },
};
