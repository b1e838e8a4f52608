import type { RuleCheck } from '../finding.ts';
import { listAt, textAt } from '../plain.ts';

export const duplicateApp: RuleCheck = {
  code: 'duplicate-app',
  summary: 'Two applications of a WAAS rule have the same id.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => kind.family === 'waas',
  *check({ rule }) {
    const seen = new Set<string>();
    for (const [index, app] of listAt(rule, 'applicationsSpec').entries()) {
      const id = textAt(app, 'appID');
      if (id === undefined || id === '') {
        continue;
      }
      if (seen.has(id)) {
        yield {
          message: `the application id ${JSON.stringify(id)} is taken by another application of the rule`,
          path: ['applicationsSpec', index, 'appID'],
        };
      }
      seen.add(id);
    }
  },
};
