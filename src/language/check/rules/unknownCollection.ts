import { closest } from '../closest.ts';
import type { RuleCheck } from '../finding.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

export const unknownCollection: RuleCheck = {
  code: 'unknown-collection',
  summary: 'A rule names a collection that the console does not have.',
  severity: 'error',
  scope: 'rule',
  *check({ rule, knowledge }) {
    const known = knowledge.collections;
    if (!known) {
      return;
    }
    for (const [index, collection] of listAt(rule, 'collections').entries()) {
      const name = textAt(collection, 'name');
      if (name === undefined || name === '' || known.has(name)) {
        continue;
      }
      const meant = closest(name, known);
      const path = ['collections', index, 'name'];
      yield {
        message: `the console has no collection ${shownText(name)}: the rule would silently not be added${meant === undefined ? '' : `; did you mean ${shownText(meant)}?`}`,
        path,
        fixes:
          meant === undefined
            ? []
            : [{ kind: 'set', title: `Change to ${shownText(meant)}`, path, value: meant }],
      };
    }
  },
};
