import type { MemberCheck } from '../finding.ts';
import { findSecret, namesSecret } from '../secretPatterns.ts';

const advice = 'a policy file is shared; leave secrets to the console';

export const secretInFile: MemberCheck = {
  code: 'secret-in-file',
  summary: 'Something looks like a secret.',
  severity: 'warning',
  scope: 'member',
  *check({ object, field, path }) {
    const sealed = field.members.has('encrypted');
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (typeof value === 'string') {
        if (value !== '' && ((key === 'plain' && sealed) || (!sealed && namesSecret(key)))) {
          yield { message: `\`${key}\` holds a secret in clear: ${advice}`, path: [...path, key] };
        } else {
          const secret = findSecret(value);
          if (secret) {
            yield { message: `this looks like ${secret.what}: ${advice}`, path: [...path, key] };
          }
        }
      } else if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          const secret = typeof item === 'string' ? findSecret(item) : undefined;
          if (secret) {
            yield { message: `this looks like ${secret.what}: ${advice}`, path: [...path, key, index] };
          }
        }
      }
    }
  },
};
