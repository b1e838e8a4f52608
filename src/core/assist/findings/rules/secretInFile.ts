import type { MemberCheck } from '../finding.ts';
import { findSecret, namesSecret } from '../secretPatterns.ts';
import { quotedCode } from '../quotedInMessages.ts';

const advice = 'policy files are shared, so keep secrets on the console';

export const secretInFile: MemberCheck = {
  code: 'secret-in-file',
  summary: 'A value looks like a secret.',
  severity: 'warning',
  scope: 'member',
  // Fields that the console writes itself are excluded, above all dates and owners.
  concerns: (field) => field?.schema.readOnly !== true,
  check({ objectField, field, path, key, value }, report) {
    if (typeof value === 'string') {
      const inClear = objectField.members.has('encrypted')
        ? key === 'plain'
        : field === undefined && namesSecret(key);
      if (inClear && value !== '') {
        report({
          message: `${quotedCode(key)} contains a secret in plain text: ${advice}`,
          path: [...path, key],
        });
        return;
      }
      const secret = findSecret(value);
      if (secret) {
        report({ message: `this looks like ${secret.what}: ${advice}`, path: [...path, key] });
      }
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const item: unknown = value[index];
        const secret = typeof item === 'string' ? findSecret(item) : undefined;
        if (secret) {
          report({ message: `this looks like ${secret.what}: ${advice}`, path: [...path, key, index] });
        }
      }
    }
  },
};
