import * as fc from 'fast-check';

/** A line behind its indentation; what is deeper is indented more, each by a random step. */
type Line = readonly [depth: number, text: string];

const anchors = ['a', 'b', 'c'] as const;
const anchor = fc.constantFrom(...anchors);
/** A place for a comment, which gets a number of its own. */
const comment = '# ~~';

const scalar = fc.oneof(
  fc.constantFrom('x', 'alert', '"q # r"', "'s'", '5', 'true', '~', '!!str 5', 'R&D', 'a*b', '"y: z"'),
  anchor.map((name) => `&${name} v${name}`),
  anchor.map((name) => `*${name}`),
);

const flow = fc.oneof(
  fc.constantFrom(
    '[]',
    '{}',
    '[x, y]',
    '[{name: All}, {name: b}]',
    '{i: 1, j: {k: 2}}',
    '{"i":1}',
    '[ # ~~\n  x, ~]',
  ),
  anchor.map((name) => `&${name} {i: 1, name: f}`),
  anchor.map((name) => `{<<: *${name}, i: 2}`),
  anchor.map((name) => `[*${name}, x]`),
  anchor.map((name) => `&${name} [p, &b q]`),
);

/** What stands behind a key, on its line and on lines below. */
const value: fc.Arbitrary<readonly Line[]> = fc.oneof(
  { weight: 4, arbitrary: scalar.map((text): Line[] => [[0, ` ${text}`]]) },
  { weight: 2, arbitrary: flow.map((text): Line[] => [[0, ` ${text}`]]) },
  fc.constantFrom<readonly Line[]>(
    [[0, '']],
    [
      [0, ` ${comment}`],
      [1, 'below'],
    ],
    [
      [0, ' |'],
      [1, 'one'],
      [1, '# two'],
    ],
    [
      [0, ' |+'],
      [1, 'one'],
      [9, ''],
    ],
    [
      [0, ' >-'],
      [1, 'one'],
      [1, 'two'],
    ],
    [
      [0, ''],
      [1, '- x'],
      [1, comment],
      [1, '- y'],
    ],
    [
      [0, ` ${comment}`],
      [0, comment],
      [0, '- x'],
      [0, `- i: 1 ${comment}`],
    ],
    [
      [0, ''],
      [1, 'i: 1'],
      [1, `j: 2 ${comment}`],
    ],
    [
      [0, ''],
      [1, comment],
      [1, 'i:'],
      [2, '- 1'],
    ],
    [
      [0, ' !!map'],
      [1, 'i: 1'],
    ],
    [
      [0, ' !!seq'],
      [0, '- i'],
    ],
    [
      [0, ' two'],
      [1, 'lines'],
    ],
  ),
  anchor.map((name): Line[] => [
    [0, ` &${name}`],
    [1, 'i: 1'],
    [1, `name: n ${comment}`],
  ]),
  anchor.map((name): Line[] => [
    [0, ` &${name}`],
    [0, '- i'],
    [0, '- j'],
  ]),
  anchor.map((name): Line[] => [
    [0, ''],
    [1, `<<: *${name}`],
    [1, 'i: 3'],
  ]),
);

const member: fc.Arbitrary<readonly Line[]> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom('name', 'effect', 'notes', 'condition', 'collections', 'k'), value, fc.boolean())
      .map(([key, [first, ...more], above]): Line[] => [
        ...(above ? ([[0, comment]] as const) : []),
        [0, `${key}:${first?.[1] ?? ''}`],
        ...more,
      ]),
  },
  anchor.map((name): Line[] => [[0, `<<: *${name}`]]),
  anchor.map((name): Line[] => [[0, `<<: *${name} ${comment}`]]),
  fc.constantFrom<readonly Line[]>(
    [[0, '<<: {name: m, effect: e}']],
    [[0, '<<: [*a, *b]']],
    [
      [0, '<<:'],
      [1, 'name: m'],
    ],
    [[0, '&c notes: x']],
    [
      [0, '? k'],
      [0, ': x'],
    ],
  ),
);

const rule: fc.Arbitrary<readonly Line[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.array(member, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '', '', '', ' &a', ' &b', ' !!map', ` ${comment}`),
        fc.constantFrom(' ', ' ', '   '),
      )
      .map(([members, props, gap]): Line[] => {
        const [first, ...more] = members.flat();
        return props !== '' || first?.[1].startsWith('#')
          ? [[0, `-${props}`], ...members.flat().map(([depth, text]): Line => [depth + 1, text])]
          : [
              [0, `-${gap}${first?.[1] ?? ''}`],
              ...more.map(([depth, text]): Line => [depth, `${gap} ${text}`]),
            ];
      }),
  },
  fc
    .tuple(flow, fc.constantFrom('', '&a ', '&b '))
    .map(([text, props]): Line[] => [[0, `- ${text.startsWith('{') ? props + text : text}`]]),
  anchor.map((name): Line[] => [[0, `- *${name}`]]),
  anchor.map((name): Line[] => [[0, `- &${name} {name: ${name}, effect: alert} ${comment}`]]),
  anchor.map((name): Line[] => [
    [0, `- <<: *${name}`],
    [0, '  name: own'],
  ]),
);

const between = fc.constantFrom<readonly Line[]>(
  [],
  [],
  [],
  [[0, '']],
  [[0, comment]],
  [
    [0, comment],
    [0, ''],
  ],
);

/** YAML as people write it at their worst: anchors, aliases, merges, tags, comments, odd indentation, marks. */
export const oddYaml: fc.Arbitrary<string> = fc
  .record({
    rules: fc.array(fc.tuple(between, rule), { minLength: 1, maxLength: 4 }),
    base: fc.boolean(),
    head: fc.array(fc.tuple(fc.constantFrom('policyType', 'defaults', 'more'), value), { maxLength: 2 }),
    tail: fc.constantFrom('', '', 'last: z', comment, `last: *a`, `last: {<<: *b}`),
    list: fc.constantFrom('', '', '', '', ' &r', ' !!seq', ` ${comment}`, ' &r ' + comment),
    indent: fc.constantFrom(0, 2, 2, 3),
    step: fc.constantFrom(1, 2, 2, 4),
    start: fc.constantFrom('', '', '', '---', comment, `--- ${comment}`),
    mark: fc.constantFrom('', '', '\ufeff'),
    crlf: fc.boolean(),
    last: fc.boolean(),
  })
  .map(({ rules, base, head, tail, list, indent, step, start, mark, crlf, last }) => {
    const placed = (lines: readonly Line[], at: number): string[] =>
      lines.map(([depth, text]) => (text === '' ? '' : ' '.repeat(at + depth * step) + text));
    const lines = [
      ...(start === '' ? [] : [start]),
      ...(base ? ['base: [&a {name: na, i: 1}, &b {effect: e}, &c {name: nc, k: [x]}]'] : []),
      ...head.flatMap(([key, [first, ...more]], index) =>
        placed([[0, `${index === 0 ? key : `${key}2`}:${first?.[1] ?? ''}`], ...more], 0),
      ),
      `rules:${list}`,
      ...rules.flatMap(([above, own]) => placed([...above, ...own], indent)),
      ...(tail === '' ? [] : [tail]),
    ];
    let count = 0;
    const text = lines.join('\n').replaceAll('~~', () => `c${count++}.`);
    return mark + (crlf ? text.replaceAll('\n', '\r\n') : text) + (last ? (crlf ? '\r\n' : '\n') : '');
  });

export function numbered(text: string): string[] {
  return (text.match(/# c\d+\./g) ?? []).sort();
}
