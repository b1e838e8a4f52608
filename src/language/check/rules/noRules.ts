import type { DocumentCheck } from '../finding.ts';

export const noRules: DocumentCheck = {
  code: 'no-rules',
  summary: 'The policy has no rules: a push removes those of the console.',
  severity: 'information',
  scope: 'document',
  *check({ kind, arrays, head }) {
    if (arrays.some(({ rules }) => rules.length > 0)) {
      return;
    }
    const written = arrays[0]?.key;
    const keys = kind.arrays.map(({ key }) => key);
    // Reported as `rules-not-a-list`.
    if (written === undefined && keys.some((key) => key in head)) {
      return;
    }
    yield {
      message: `the policy has no rules in ${keys.map((key) => `\`${key}\``).join(' or ')}: a push removes every rule the console has`,
      path: written === undefined ? [] : [written],
      mark: 'key',
    };
  },
};
