import type { RuleCheck } from '../finding.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

export const duplicateApp: RuleCheck = {
  code: 'duplicate-app',
  summary: 'Two applications of a WAAS rule have the same id.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => kind.hasApps,
  *check({ rule }) {
    const apps = listAt(rule, 'applicationsSpec');
    const taken = new Set(apps.map((app) => textAt(app, 'appID')));
    const seen = new Set<string>();
    let number = 2;
    for (const [index, app] of apps.entries()) {
      const id = textAt(app, 'appID');
      if (id === undefined || id === '') {
        continue;
      }
      if (seen.has(id)) {
        while (taken.has(`${id}-${number}`)) {
          number += 1;
        }
        const free = `${id}-${number}`;
        taken.add(free);
        yield {
          message: `another application of the rule has the id ${shownText(id)}`,
          path: ['applicationsSpec', index, 'appID'],
          fixes: [
            {
              kind: 'set',
              title: `Change to ${shownText(free)}`,
              path: ['applicationsSpec', index, 'appID'],
              value: free,
            },
          ],
        };
      }
      seen.add(id);
    }
  },
};
