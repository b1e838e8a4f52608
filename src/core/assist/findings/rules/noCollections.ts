import type { RuleCheck } from '../finding.ts';
import { isPlain, listAt } from '../plainData.ts';
import { hasOldScope } from './oldScope.ts';

export const noCollections: RuleCheck = {
  code: 'no-collections',
  summary: 'A rule has no collection, so it never applies.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => !kind.isNetwork,
  *check({ rule }) {
    const collections = rule['collections'];
    const written = collections !== undefined && collections !== null;
    if ((written && !Array.isArray(collections)) || hasOldScope(rule)) {
      return;
    }
    const list = listAt(rule, 'collections');
    for (const [index, collection] of list.entries()) {
      // Values that are not objects, and names that are not texts, have findings of their own.
      if (isPlain(collection) && isBlank(collection['name'])) {
        const path = ['collections', index];
        yield {
          message: 'a collection needs a `name`',
          path: 'name' in collection ? [...path, 'name'] : path,
          mark: 'name' in collection ? 'value' : 'start',
          fixes: [
            list.length > 1
              ? { kind: 'remove', title: 'Remove the nameless collection', path }
              : { kind: 'set', title: 'Apply to `All`', path: [...path, 'name'], value: 'All' },
          ],
        };
      }
    }
    if (list.length > 0) {
      return;
    }
    yield {
      message: 'the rule has no collection, so it never applies',
      ...('collections' in rule
        ? { path: ['collections'], mark: 'key' }
        : { path: 'name' in rule ? ['name'] : [], mark: 'name' in rule ? 'value' : 'start' }),
      fixes: [{ kind: 'set', title: 'Apply to `All`', path: ['collections'], value: [{ name: 'All' }] }],
    };
  },
};

function isBlank(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && name.trim() === '');
}
