import type { FixData, RuleCheck } from '../finding.ts';

const fixes: readonly FixData[] = [{ kind: 'name', title: 'Name it by its position in the list' }];

export const missingName: RuleCheck = {
  code: 'missing-name',
  summary: 'A rule has no name.',
  severity: 'error',
  scope: 'rule',
  *check({ rule }) {
    const name = rule['name'];
    if (name === undefined || name === null) {
      yield { message: 'the rule has no `name`', path: [], mark: 'start', fixes };
    } else if (typeof name === 'string' && name.trim() === '') {
      yield { message: 'the `name` of the rule is empty', path: ['name'], fixes };
    }
  },
};
