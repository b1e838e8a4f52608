import { lostCharacter as lost } from '../../../document/text.ts';
import type { MemberCheck } from '../finding.ts';

function message(): string {
  return `a character was lost here (${lost}): write it again, and save the file as UTF-8`;
}

export const characterLost: MemberCheck = {
  code: 'lost-character',
  summary: 'A character was lost when the text was read.',
  severity: 'warning',
  scope: 'member',
  // Fields that the console writes itself are excluded, above all dates and owners.
  concerns: (field) => field?.schema.readOnly !== true,
  check({ path, key, value }, report) {
    if (key.includes(lost)) {
      report({ message: message(), path: [...path, key], mark: 'key' });
    }
    if (typeof value === 'string') {
      if (value.includes(lost)) {
        report({ message: message(), path: [...path, key] });
      }
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (typeof item === 'string' && item.includes(lost)) {
          report({ message: message(), path: [...path, key, index] });
        }
      }
    }
  },
};
