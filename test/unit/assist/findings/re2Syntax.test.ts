import assert from 'node:assert/strict';
import { test } from 'node:test';
import { re2Problem } from '../../../../src/core/assist/findings/re2Syntax.ts';

test('what the dialect of the service compiles is not doubted, whatever other dialects say', () => {
  for (const pattern of [
    '',
    'a|b|',
    '(?i)error',
    '(?i:error)',
    '(?s-i:.)',
    '(?P<user>\\w+)@(?<host>.*)',
    '\\Aab\\z',
    '\\pN\\p{Greek}\\P{^Lu}\\x{10FFFF}\\x41\\012',
    '[[:alpha:]]+[^[:space:]]',
    '[]a]',
    '[^]a]',
    '[a\\]-]',
    '[\\d-x]',
    '[a-]',
    '\\Qa(b[*\\E+',
    '\\Q(',
    'a{2}b{2,}c{2,3}d{1000}',
    'a{,3}{x}{',
    '^*',
    '(a*)*',
    'a*?b+?c??d{2}?',
    '()*',
    '(?i)*',
    '\\*\\+\\(\\)\\[\\\\',
    '}]',
    '\u{1F600}+[\u{1F600}-\u{1F64F}]',
  ]) {
    assert.equal(re2Problem(pattern), undefined, pattern);
  }
});

test('what compiles nowhere in the service says why', () => {
  for (const [pattern, why] of [
    ['(', /no `\)`/],
    ['a(b(c)', /no `\)`/],
    ['a)', /no `\(`/],
    ['[a', /no `\]`/],
    ['[]', /no `\]`/],
    ['[z-a]', /`z-a` ends before/],
    ['*a', /nothing before `\*` can be repeated/],
    ['a|+', /nothing before/],
    ['(?:*)', /nothing before/],
    ['a**', /repeats a repetition/],
    ['a+{2}', /repeats a repetition/],
    ['a{3,2}', /ends before it begins/],
    ['a{1001}', /more than 1000/],
    ['a\\', /at the end/],
    ['(a)\\1', /refers back/],
    ['(?=a)', /ahead or behind/],
    ['(?<!a)b', /ahead or behind/],
    ['(?>a)', /does not begin a group/],
    ['(?#note)', /does not begin a group/],
    ['(?#\u{1F600})', /\u{1F600}/u],
  ] as const) {
    assert.match(re2Problem(pattern) ?? 'compiles', why, pattern);
  }
});

test('any text is answered, and soon', () => {
  for (const pattern of [
    '('.repeat(100_000),
    '['.repeat(100_000),
    'a*'.repeat(50_000),
    '\\'.repeat(99_999),
  ]) {
    re2Problem(pattern);
  }
});
