import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConsoleFile } from '../../../../src/core/assist/consoleFile/checkConsoleFile.ts';
import { beginWell } from '../findings/beginsWell.ts';

function check(text: string): { code: string; message: string; text: string }[] {
  const found = checkConsoleFile(text);
  beginWell(found);
  return found.map(({ code, message, range }) => ({
    code,
    message,
    text: text.slice(range.start, range.end),
  }));
}

function pairs(text: string): [string, string][] {
  return check(text).map(({ code, text: marked }) => [code, marked]);
}

const good = `# Where this repository deploys to.
format: json
consoles:
  production:
    url: https://console.example:8083 # internal
    loginUrl: https://login.example
    apiVersion: '34.04'
    project: payments
    auth: login
    protected: true
    paths:
      vulnerability/images: /policies/vulnerability/deployed
  test:
    url: http://127.0.0.1:4000
    apiVersion: 34.04
    timeoutSeconds: 10
`;

test('a good file has no findings, nor has an empty one', () => {
  assert.deepEqual(check(good), []);
  assert.deepEqual(check(''), []);
  assert.deepEqual(check('consoles:\n'), []);
});

test('wrong types and values are marked', () => {
  assert.deepEqual(
    pairs('consoles:\n  a:\n    url: https://a.example\n    auth: jwt\n    protected: maybe\n'),
    [
      ['schema-enum', 'jwt'],
      ['schema-type', 'maybe'],
    ],
  );
  assert.deepEqual(pairs('consoles: [a]\n'), [['schema-type', '[a]']]);
  assert.deepEqual(
    pairs('- a\n'),
    [['schema-type', '- a\n']].map(([code]) => [code, '- a']),
  );
});

test('a console needs an address that can be used', () => {
  assert.deepEqual(pairs('consoles:\n  a:\n    folder: here\n'), [['schema-required', 'folder']]);
  assert.deepEqual(pairs('consoles:\n  a:\n    url: console.example\n'), [
    ['console-address', 'console.example'],
  ]);
  assert.deepEqual(pairs('consoles:\n  a:\n    url: http://console.example\n'), [
    ['console-address', 'http://console.example'],
  ]);
});

test('unknown keys are named with what was meant', () => {
  const [found] = check('consoles:\n  a:\n    url: https://a.example\n    loginURL: https://b.example\n');
  assert.deepEqual(found, {
    code: 'console-field',
    message: 'Unknown field `loginURL`, did you mean `loginUrl`?',
    text: 'loginURL',
  });
});

test('folders stay inside and do not overlap', () => {
  assert.deepEqual(
    pairs(
      'consoles:\n  a:\n    url: https://a.example\n    folder: ../outside\n  b:\n    url: https://b.example\n    folder: x\n  c:\n    url: https://c.example\n    folder: x/y\n',
    ),
    [
      ['console-folder', '../outside'],
      ['console-folder', 'x/y'],
    ],
  );
});

test('the same console twice is a warning', () => {
  const text =
    'consoles:\n  a:\n    url: https://a.example/\n  b:\n    url: https://A.example\n  c:\n    url: https://a.example\n    project: p\n';
  assert.deepEqual(pairs(text), [['duplicate-console', 'https://A.example']]);
});

test('names of consoles become folders', () => {
  assert.deepEqual(pairs('consoles:\n  ../x:\n    url: https://a.example\n'), [['console-name', '../x']]);
});

test('secrets are found and never repeated', () => {
  const secrets = [
    ['password: hunter2hunter2', 'hunter2hunter2'],
    ['url: https://user:pa55word@a.example', 'pa55word'],
    [`project: ${['eyJhbGciOiJI', 'eyJzdWIiOiIx', 'c2lnbmF0dXJl'].join('.')}`, 'c2lnbmF0dXJl'],
    ['# access key: 0123456789abcdef', '0123456789abcdef'],
    ['accessKey: {id: a, secret: b}', '{id: a, secret: b}'],
  ] as const;
  for (const [line, secret] of secrets) {
    const found = check(`consoles:\n  a:\n    url: https://a.example\n    ${line}\n`).filter(
      ({ code }) => code === 'secret-in-file',
    );
    assert.equal(found.length, 1, line);
    assert.ok(found[0]!.text.includes(secret), line);
    assert.ok(!found[0]!.message.includes(secret), line);
  }
});

test('placeholders and ordinary words are no secrets', () => {
  for (const line of ['# the password is asked for', '# secret: ${SECRET_KEY}', 'project: secrets-team']) {
    assert.deepEqual(check(`consoles:\n  a:\n    url: https://a.example\n    ${line}\n`), [], line);
  }
});

test('broken and hostile texts are diagnosed', () => {
  for (const text of [
    'consoles: {',
    '\t- : [',
    'a: &a [*a, *a]',
    '{'.repeat(5000),
    'x: "\u0000',
    '--- a\n--- b\n',
  ]) {
    const found = checkConsoleFile(text);
    assert.ok(found.length > 0, JSON.stringify(text.slice(0, 20)));
    for (const { range } of found) {
      assert.ok(range.start >= 0 && range.end <= text.length && range.start <= range.end);
    }
  }
});

test('severities are the choice of the user', () => {
  const text = 'consoles:\n  a:\n    url: https://a.example\n    loginURL: x\n';
  assert.deepEqual(checkConsoleFile(text, { 'console-field': 'off' }), []);
});
