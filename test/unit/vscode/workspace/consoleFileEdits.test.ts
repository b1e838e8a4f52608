import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseConsoleFile } from '../../../../src/core/assist/consoleFile/checkConsoleFile.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { toPlain } from '../../../../src/core/json/json.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { withApiVersion, withConsole } from '../../../../src/vscode/consoles/consoleFileEdits.ts';

const console = { name: 'production', url: 'https://console.example:8083' };

for (const [name, text] of Object.entries({
  'no file': undefined,
  'an empty file': '',
  'a comment only': '# ours\n',
  'no consoles': 'format: json\n',
  'consoles without a name': 'consoles:\n',
  'an empty flow map': 'consoles: {}\n',
})) {
  test(`a console is added to ${name}`, () => {
    const { consoles, problems } = parseConsoleFile(withConsole(text, console));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      consoles.map((entry) => [entry.name, entry.url]),
      [['production', console.url]],
    );
  });
}

test('comments and formatting of the rest stay', () => {
  const before = `# ours
consoles:
  # the first
  staging:
    url:   https://staging.example # port 443
    protected: true

format: json # as agreed
`;
  const after = withConsole(before, { ...console, auth: 'login', loginUrl: 'https://login.example' });
  for (const line of ['# ours', '  # the first', '# port 443', 'format: json # as agreed']) {
    assert.ok(after.includes(line), `${line} in\n${after}`);
  }
  const { consoles } = parseConsoleFile(after);
  assert.deepEqual(
    consoles.map((entry) => [entry.name, entry.auth, entry.loginUrl]),
    [
      ['staging', 'basic', undefined],
      ['production', 'login', 'https://login.example'],
    ],
  );
});

test('a comment of a file without content stays', () => {
  assert.match(withConsole('# ours\n', console), /# ours/);
});

test('a file that is not readable is refused', () => {
  for (const text of ['consoles: [', '- a\n', 'text']) {
    assert.throws(() => withConsole(text, console), { code: 'broken-console-file' });
  }
});

test('a release is not a number', () => {
  const { consoles } = parseConsoleFile(
    'consoles:\n  a:\n    url: https://a.example\n    apiVersion: 34.10\n',
  );
  assert.equal(consoles[0]?.apiVersion, '34.10');
});

test('a broken file, an alias bomb and a text name no console and do not throw', () => {
  const bomb = [
    'a: &a [x, x]',
    ...'bcdefghijkl'.split('').map((key, at) => `${key}: &${key} [${`*${'abcdefghijkl'[at]}, `.repeat(9)}]`),
  ];
  for (const text of ['consoles: [', 'text', bomb.join('\n')]) {
    const { consoles, problems } = parseConsoleFile(text);
    assert.deepEqual(consoles, []);
    assert.equal(problems.length, 1);
  }
});

test('an API version is written as text, and comments stay', () => {
  const text = '# ours\nconsoles:\n  production:\n    url: https://console.example:8083 # the real one\n';
  const next = withApiVersion(text, 'production', '34.10');
  assert.equal(next, `${text}    apiVersion: "34.10"\n`);
  assert.equal(parseConsoleFile(next).consoles[0]?.apiVersion, '34.10');
  assert.match(withApiVersion(next, 'production', '35.00'), /apiVersion: "35\.00"/);
  assert.throws(() => withApiVersion(text, 'other', '1'), /does not name other/);
});

test('nothing but the new console changes, whatever the layout', () => {
  for (const before of [
    'consoles:\n    staging:   # the first\n        url:   "https://staging.example"  # port 443\n\n\nformat:   json\n',
    '\ufeffconsoles:\r\n  staging: {url: https://staging.example}  # short\r\nformat: yaml\r\n',
    'consoles:\n  # about staging\n  staging:\n    url: >-\n      https://staging.example\n  # at the end\n',
  ]) {
    const after = withConsole(before, console);
    const fresh = after.split(/\r?\n/).filter((line) => !before.split(/\r?\n/).includes(line));
    assert.equal(fresh.length, 2, after);
    assert.deepEqual(
      parseConsoleFile(after).consoles.map(({ name }) => name),
      ['staging', 'production'],
    );
  }
});

interface Plain {
  readonly consoles: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
}

const names = fc.constantFrom('staging', 'b', 'test');
const comment = fc.constantFrom('', '', ' # ~~');
const entry = fc.oneof(
  fc
    .tuple(comment, comment, fc.constantFrom('', ' &a', ' &b'))
    .map(
      ([first, second, anchor]) =>
        `:${anchor}${first}\n    url: https://c.example${second}\n    apiVersion: "34.00"\n    # ~~\n    protected: true\n`,
    ),
  comment.map((behind) => `: {url: https://f.example}${behind}\n`),
  fc.constantFrom(
    ': *a\n',
    ':\n    <<: *a\n    protected: true # ~~\n',
    ': &a {url: x, # ~~\n     project: y}\n',
  ),
);
const consoleFiles = fc
  .record({
    head: fc.constantFrom('', '# ~~\n', 'format: json # ~~\n', 'x: &a {url: https://x.example}\n'),
    list: fc.constantFrom('', '', ' # ~~', ' &b'),
    entries: fc.uniqueArray(fc.tuple(names, entry), { selector: ([name]) => name, maxLength: 3 }),
    tail: fc.constantFrom('', '# ~~\n', '\nformat: yaml\n', '  # ~~\n'),
  })
  .map(({ head, list, entries, tail }) => {
    let count = 0;
    const text = `${head}consoles:${list}\n${entries.map(([name, own]) => `  ${name}${own}`).join('')}${tail}`;
    return text.replaceAll('~~', () => `c${count++}.`);
  });

const commentsOf = (text: string) => (text.match(/# c\d+\./g) ?? []).sort();

for (const [title, edit, says] of [
  ['a console is added', (text: string) => withConsole(text, console), { url: console.url }],
  [
    'an API version is written',
    (text: string) => withApiVersion(text, 'staging', '35.10'),
    { apiVersion: '35.10' },
  ],
] as const) {
  test(`other consoles, what they say and every comment stay, or nothing happens, when ${title}`, () => {
    let made = 0;
    fc.assert(
      fc.property(consoleFiles, (text) => {
        const before = readPolicyText(text, 'yaml').value();
        let after: string;
        try {
          after = edit(text);
        } catch (error) {
          assert.ok(isExpected(error), String(error));
          return;
        }
        made++;
        const name = title === 'a console is added' ? 'production' : 'staging';
        const next = readPolicyText(after, 'yaml').value();
        const said = `${text}\n=>\n${after}`;
        assert.ok(before && next, said);
        const [old, now] = [before, next].map((value) => {
          const plain = JSON.parse(JSON.stringify(toPlain(value))) as Plain;
          return { ...plain, consoles: { ...plain.consoles } };
        });
        assert.deepEqual(
          now,
          { ...old, consoles: { ...old?.consoles, [name]: { ...old?.consoles[name], ...says } } },
          said,
        );
        assert.deepEqual(commentsOf(after), commentsOf(text), said);
      }),
      { numRuns: 500 },
    );
    assert.ok(made > 100, `${made} made`);
  });
}

test('a comment below a mark, and nothing else, stays', () => {
  for (const text of ['---\n# c0.\n', '\ufeff# c0.\r\n\r\n', '# c0.', '\n# c0.\n# c1.']) {
    const after = withConsole(text, console);
    assert.deepEqual(parseConsoleFile(after).problems, [], after);
    assert.deepEqual(commentsOf(after), commentsOf(text));
    assert.ok(after.startsWith(text), after);
  }
});
