import type { MemberCheck } from '../finding.ts';
import { re2Problem } from '../re2Syntax.ts';

export const brokenPattern: MemberCheck = {
  code: 'broken-pattern',
  summary: 'A regular expression does not compile.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.meaning === 'pattern',
  check({ object, field, path, key, value }, report) {
    const condition = field?.schema.meaningIf;
    if (condition !== undefined && object[condition] !== true) {
      return;
    }
    const texts = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
    for (const [index, text] of texts) {
      const problem = typeof text === 'string' ? re2Problem(text) : undefined;
      if (problem !== undefined) {
        report({
          message: `this regular expression does not compile: ${problem}`,
          path: index === undefined ? [...path, key] : [...path, key, index],
        });
      }
    }
  },
};
