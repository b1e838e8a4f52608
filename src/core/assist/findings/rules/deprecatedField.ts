import type { MemberCheck } from '../finding.ts';
import { hasOldScope } from './oldScope.ts';

export const deprecatedField: MemberCheck = {
  code: 'deprecated-field',
  summary: 'A field belongs to an older console.',
  severity: 'hint',
  scope: 'member',
  concerns: (field) => field?.schema.deprecationMessage !== undefined,
  check({ object, field, path, key }, report) {
    const reason = field?.schema.deprecationMessage;
    // Said better by `old-scope`.
    if (reason !== undefined && !(key === 'resources' && hasOldScope(object))) {
      report({
        message: `\`${key}\`: ${reason[0]!.toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`,
        path: [...path, key],
        mark: 'key',
        tags: ['deprecated'],
      });
    }
  },
};
