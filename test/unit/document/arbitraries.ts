import * as fc from 'fast-check';
import { JsonNumber, type JsonObject, type JsonValue } from '../../../src/core/json/json.ts';
import { anyCharacter } from '../util/anyCharacter.ts';

export const oddStrings: readonly string[] = [
  '',
  ' ',
  '  a',
  'a ',
  '\t',
  'a\tb',
  '\ta',
  'a\n',
  'a\nb',
  'a\nb\n',
  'a\n\nb\n\n',
  '\n',
  '\n\n',
  '\na',
  ' \na',
  'a\n b',
  'a\n\tb',
  'a\n  \nb',
  'a \nb ',
  'a\r\nb',
  'a\rb',
  '\r',
  'yes',
  'No',
  'on',
  'OFF',
  'y',
  'n',
  'true',
  'False',
  'null',
  'Null',
  '~',
  'NaN',
  '.nan',
  '.inf',
  '-.inf',
  '1',
  '-1',
  '+1',
  '1.0',
  '.5',
  '1.',
  '1e3',
  '0x1F',
  '0o17',
  '017',
  '0b11',
  '1_000',
  '1:30',
  '190:20:30',
  '2001-01-01',
  '2001-12-14t21:59:43.10-05:00',
  '10.0.0.1',
  '=',
  '<<',
  '-',
  '- a',
  '--- a',
  '---',
  '...',
  '? a',
  '?',
  ': a',
  ':',
  'a:',
  'a: b',
  'a :b',
  'a#b',
  'a #b',
  '#a',
  '&a',
  '*',
  '*a',
  '!a',
  '!!str a',
  '|',
  '>',
  '|-',
  '%a',
  '@a',
  '`a',
  '"',
  '"a"',
  "'",
  "'a'",
  "it's",
  'say "x"',
  '\\',
  'a\\nb',
  '[',
  ']',
  '[a]',
  '{',
  '}',
  '{a}',
  ',',
  'a,b',
  'a, b',
  'alert, block',
  '*evilpetclinic*',
  'ato:x',
  'http://x/y?z=1#f',
  '/a/b',
  '$$hashKey',
  '__proto__',
  'constructor',
  '\u0000',
  'a\u0000b',
  '\u0007',
  '\u007f',
  '\u0085',
  'a\u0085b',
  '\u00a0',
  '\u00a0a',
  '\u00ad',
  '\u2028',
  'a\u2028b\nc',
  '\u2029',
  '\ufeff',
  'a\ufeff',
  '\ufffe',
  '\uffff',
  '\ufffd',
  '\ud800',
  'a\udc00b',
  '\ud83d\ude00',
  'مرحبا',
  '\u202e',
  'é',
  'x'.repeat(2000),
  `a\n${'b'.repeat(300)}\n`,
  '# a\n# b\n',
  '- a\n- b\n',
  '---\n...\n',
  'key: value\n',
  '\ud83d\ude00\nb\n',
  'a\n#b',
  'rules:\n  - name: x\n',
  '//',
  '/* a */',
];

export const strings: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,8}$/) },
  { weight: 2, arbitrary: fc.constantFrom(...oddStrings) },
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom('\n', ' ', 'a', ':', '#', '-', '"', "'", '\t', '\r', '\\', '[', '{', ','),
  }),
);

export const numbers: fc.Arbitrary<JsonNumber> = fc
  .stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,4})?([eE][-+]?[0-9]{1,3})?$/)
  .map((lexeme) => new JsonNumber(lexeme));

export const jsonValues: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    strings,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(strings, tie('value')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  ),
})).value;

export const jsonObjects: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(strings, jsonValues), { maxLength: 5 })
  .map((pairs) => new Map(pairs));

const names = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z -]{0,12}[a-z]$/) },
  strings,
);

/** A rule as consoles hold them, with some unknown members. */
export const rules: fc.Arbitrary<JsonObject> = fc
  .record({
    name: names,
    effect: fc.constantFrom('alert', 'block', 'alert, block'),
    disabled: fc.boolean(),
    collections: fc.array(
      names.map((name) => new Map([['name', name]])),
      { maxLength: 3 },
    ),
    checks: fc.array(fc.nat({ max: 9999 }), { maxLength: 4 }),
    more: fc.array(fc.tuple(strings, jsonValues), { maxLength: 2 }),
  })
  .map(
    ({ name, effect, disabled, collections, checks, more }) =>
      new Map<string, JsonValue>([
        ['name', name],
        ['effect', effect],
        ['disabled', disabled],
        ['collections', collections],
        [
          'condition',
          new Map([
            [
              'vulnerabilities',
              checks.map(
                (id) =>
                  new Map<string, JsonValue>([
                    ['id', new JsonNumber(String(id))],
                    ['block', id % 2 === 0],
                  ]),
              ),
            ],
          ]),
        ],
        ...more.filter(([key]) => !['name', 'effect', 'disabled', 'collections', 'condition'].includes(key)),
      ]),
  );

export const policies: fc.Arbitrary<JsonObject> = fc
  .record({ rules: fc.array(rules, { maxLength: 6 }), first: fc.boolean(), extra: jsonValues })
  .map(({ rules, first, extra }) => {
    const head: [string, JsonValue][] = [['policyType', 'hostCompliance']];
    const list: [string, JsonValue][] = [['rules', rules]];
    return new Map<string, JsonValue>([
      ...(first ? [...list, ...head] : [...head, ...list]),
      ['extra', extra],
    ]);
  });
