import * as fc from 'fast-check';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { isJsonArray, type JsonValue } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { yamlFlow, yamlLines } from '../../../../src/core/document/yaml/writeYaml.ts';
import { rules } from '../arbitraries.ts';

export function rulesOf(document: PolicyDocument): readonly JsonValue[] {
  const list = document.value()?.get('rules');
  return isJsonArray(list) ? list : [];
}

/** The marked comments that the generated texts carry. */
export function commentsOf(text: string): string[] {
  return text.match(/<<\d+>>/g) ?? [];
}

/** Texts of policies in mixed formatting: comments everywhere, blank lines, several rules on a line, CRLF, no last line break. */
export function policyTexts(spelling: Spelling): fc.Arbitrary<string> {
  if (spelling === 'json') {
    return commaTexts(false);
  }
  return fc.oneof({ weight: 3, arbitrary: blockTexts() }, { weight: 1, arbitrary: commaTexts(true) });
}

const trivia = fc.record({
  before: fc.constantFrom('', ' ', 'line', 'blank', 'comment', 'block', 'section'),
  after: fc.constantFrom('', ' ', 'comment', 'block'),
  pretty: fc.boolean(),
  leading: fc.boolean(),
});

function commaTexts(yaml: boolean): fc.Arbitrary<string> {
  return fc
    .record({
      entries: fc.array(fc.tuple(rules, trivia), { maxLength: 6 }),
      end: trivia,
      crlf: fc.boolean(),
      tail: fc.boolean(),
    })
    .map(({ entries, end, crlf, tail }) => {
      let count = 0;
      const line = (): string => (yaml ? ` # <<${count++}>>` : ` // <<${count++}>>`);
      const block = (): string => (yaml ? '' : ` /* <<${count++}>> */`);
      const space = (kind: string): string =>
        ({
          '': '',
          ' ': ' ',
          line: '\n    ',
          blank: '\n\n    ',
          comment: `\n    ${line()}\n    `,
          block: `${block()} `,
          section: `\n    ${line()}\n\n  ${line()}\n    `,
        })[kind] ?? '';
      const trail = (kind: string): string =>
        ({ '': '', ' ': ' ', comment: `${line()}\n  `, block: `${block()} ` })[kind] ?? '';
      let text = '{ "policyType": "x", "rules": [';
      for (const [index, [rule, own]] of entries.entries()) {
        text += space(own.before);
        text += yaml ? yamlFlow(rule) : writeJson(rule, own.pretty ? { indent: 2 } : {});
        const comma = index < entries.length - 1 ? ',' : '';
        text += own.leading ? trail(own.after) + comma : comma + trail(own.after);
      }
      text += `${end.before === 'line' ? '\n  ' : ''}]${tail ? ', "last": 1' : ''}}`;
      return crlf ? text.replaceAll('\n', '\r\n') : text;
    });
}

function blockTexts(): fc.Arbitrary<string> {
  return fc
    .record({
      entries: fc.array(fc.tuple(rules, trivia), { minLength: 1, maxLength: 6 }),
      indent: fc.constantFrom('', '  ', '    '),
      crlf: fc.boolean(),
      tail: fc.constantFrom('', '\n', '\npolicyType: x', '\n\n\n', '\n# <<99>>\n'),
      keep: fc.boolean(),
    })
    .map(({ entries, indent, crlf, tail, keep }) => {
      let count = 0;
      const comment = (column: string): string => `${column}# <<${count++}>>`;
      const lines = [`rules:${entries[0]?.[1].leading ? comment(' ') : ''}`];
      for (const [rule, own] of entries) {
        if (own.before === 'blank') {
          lines.push('');
        } else if (own.before === 'comment') {
          lines.push(comment(own.leading ? '' : indent));
        } else if (own.before === 'section') {
          lines.push('', comment(''), '', comment(indent));
        }
        const [first = '', ...more] = yamlLines(rule, `${indent}  `);
        const dash = own.after === 'comment' ? `- ${comment('')}\n${indent}  ` : '- ';
        lines.push(indent + dash + first, ...more);
        if (own.after === 'block') {
          lines.push(comment(`${indent}  `));
        }
        if (keep && own.pretty) {
          lines.push(`${indent}  "kept": |+`, `${indent}    x`, ...(own.leading ? [''] : []));
        }
      }
      const text = lines.join('\n') + tail;
      return crlf ? text.replaceAll('\n', '\r\n') : text;
    });
}
