import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApiVersion, withConsole } from '../../../src/workspace/consoleFileEdits.ts';
import { parseConsoleFile } from '../../../src/language/parseConsoleFile.ts';

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
