import type { RuleCheck } from '../finding.ts';
import { hasOldScope } from './oldScope.ts';

export const noCollections: RuleCheck = {
  code: 'no-collections',
  summary: 'A rule names no collection, so it applies to nothing.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => kind.family !== 'cnns',
  *check({ rule, facts }) {
    const collections = rule['collections'];
    const written = collections !== undefined && collections !== null;
    if (facts.collections.length > 0 || (written && !Array.isArray(collections)) || hasOldScope(rule)) {
      return;
    }
    if (written && collections.length > 0) {
      yield { message: 'a collection is named by its `name`', path: ['collections', 0], mark: 'start' };
      return;
    }
    yield {
      message: 'the rule names no collection, so it applies to nothing',
      ...('collections' in rule
        ? { path: ['collections'], mark: 'key' }
        : { path: 'name' in rule ? ['name'] : [], mark: 'name' in rule ? 'value' : 'start' }),
      fixes: [{ kind: 'set', title: 'Apply to `All`', path: ['collections'], value: [{ name: 'All' }] }],
    };
  },
};
