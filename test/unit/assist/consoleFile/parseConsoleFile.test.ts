import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkConsoleFile,
  parseConsoleFile,
} from '../../../../src/core/assist/consoleFile/checkConsoleFile.ts';
import { consoleMembers } from '../../../../src/generated/consoleFile.ts';

const url = 'https://a.example';

test('a release keeps its zero, and what is merged in counts', () => {
  const text = `consoles:\n  a:\n    url: ${url}\n    apiVersion: 34.10\n`;
  assert.equal(parseConsoleFile(text).consoles[0]?.apiVersion, '34.10');
  const merged = `consoles:\n  a: &a\n    url: ${url}\n    protected: true\n    folder: a\n  b:\n    <<: *a\n    folder: b\n`;
  const { consoles, problems } = parseConsoleFile(merged);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    consoles.map((entry) => entry.protected),
    [true, true],
  );
});

test('a release is read as it is written, and checked as it is read', () => {
  for (const [written, isRelease] of [
    ['34.10', true],
    ['34', true],
    ['1e3', false],
    ['34.0e1', false],
    ['-34.10', false],
    ["'34.10'", true],
  ] as const) {
    const text = `consoles:\n  a:\n    url: ${url}\n    apiVersion: ${written}\n`;
    assert.equal(parseConsoleFile(text).problems.length === 0, isRelease, written);
    assert.equal(checkConsoleFile(text).length === 0, isRelease, written);
  }
});

test('text without one meaning names no console', () => {
  for (const text of [
    `consoles:\n  a:\n    url: ${url}\n    protected: true\n    protected: false\n`,
    `consoles:\n  a:\n    url: ${url}\n---\nconsoles: {}\n`,
    `consoles:\n  a: !!binary eA==\n`,
    'consoles: {',
  ]) {
    const { consoles, problems } = parseConsoleFile(text);
    assert.deepEqual(consoles, [], text);
    assert.equal(problems.length, 1, text);
    assert.ok(checkConsoleFile(text).length > 0, text);
  }
});

test('a mistyped protection leaves no console behind, in any of its places', () => {
  for (const text of [
    `consoles:\n  a:\n    url: ${url}\n    protcted: true\n`,
    `protected: true\nconsoles:\n  a:\n    url: ${url}\n`,
    `{"consoles": {"a": {"url": "${url}", "Protected": true}}}`,
  ]) {
    assert.deepEqual(parseConsoleFile(text).consoles, [], text);
    assert.ok(
      checkConsoleFile(text).some(({ code, severity }) => code === 'console-field' && severity === 'error'),
      text,
    );
  }
});

test('a file of thousands of consoles, or of megabytes, is one finding and is not looked at', () => {
  const many = Array.from({ length: 4000 }, (_, index) => `  a${index}:\n    url: ${url}\n`).join('');
  for (const text of [`consoles:\n${many}`, `consoles: {${'a: {}, '.repeat(500_000)}}`]) {
    assert.deepEqual(parseConsoleFile(text).consoles, []);
    assert.equal(parseConsoleFile(text).problems.length, 1);
    assert.deepEqual(
      checkConsoleFile(text).map(({ code }) => code),
      ['console-file'],
    );
  }
});

for (const member of consoleMembers) {
  test(`a console with an empty ${member} is not taken for one that leaves it out`, () => {
    const address = member === 'url' ? '' : `    url: ${url}\n`;
    const text = `consoles:\n  prod:\n${address}    ${member}:\n`;
    const { consoles, problems } = parseConsoleFile(text);
    assert.deepEqual(consoles, []);
    assert.ok(
      checkConsoleFile(text).some(({ severity }) => severity === 'error'),
      text,
    );
    assert.deepEqual(problems, [
      {
        message: `"${member}" has no value. Write a value, or remove the line.`,
        path: ['consoles', 'prod', member],
      },
    ]);
  });
}
