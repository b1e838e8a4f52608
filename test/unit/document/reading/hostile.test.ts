import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { arrayAt, isJsonObject, type JsonValue } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { stateOf } from './state.ts';

function codes(text: string, spelling: Spelling): string[] {
  let document = readPolicyText(text, spelling);
  stateOf(document);
  const middle = text.length >> 1;
  document = rereadPolicy(document, [{ start: middle, end: middle, text: ' ' }]);
  document = rereadPolicy(document, [{ start: middle, end: middle + 1, text: '' }]);
  assert.deepEqual(
    document.problems.map(({ code }) => code),
    readPolicyText(text, spelling).problems.map(({ code }) => code),
  );
  return [...new Set(document.problems.map(({ code }) => code))];
}

const cases: readonly [name: string, spelling: Spelling, text: string, codes: readonly string[]][] = [
  ['an empty file', 'json', '', ['not-a-policy']],
  ['an empty file', 'yaml', '', ['not-a-policy']],
  ['nothing but comments', 'yaml', '# a\n\n# b\n', ['not-a-policy']],
  ['nothing but comments', 'json', '// a\n', ['not-a-policy']],
  ['not JSON', 'json', 'hello', ['syntax']],
  ['a scalar', 'yaml', 'hello', ['not-a-policy']],
  ['a scalar', 'json', '1', ['not-a-policy']],
  ['an array', 'json', '[{"name": "a"}]', ['not-a-policy']],
  ['an array', 'yaml', '- name: a\n', ['not-a-policy']],
  ['rules: null', 'json', '{"rules": null}', []],
  ['rules: null', 'yaml', 'rules: null\n', []],
  ['rules without value', 'yaml', 'rules:\n', []],
  ['rules that are no list', 'json', '{"rules": {"a": 1}}', ['rules-not-a-list']],
  ['rules that are no list', 'yaml', 'rules:\n  a: 1\n', ['rules-not-a-list']],
  ['a rule that is no object', 'json', '{"rules": [1]}', ['rule-not-an-object']],
  ['a rule that is no object', 'yaml', 'rules:\n  - 1\n', ['rule-not-an-object']],
  ['__proto__', 'json', '{"__proto__": {"a": 1}, "rules": [{"__proto__": 1}]}', []],
  ['__proto__', 'yaml', '__proto__: {a: 1}\nrules:\n  - __proto__: 1\n', []],
  ['duplicate keys', 'json', '{"rules": [{"a": 1, "b": 2, "a": 3}]}', ['duplicate-key']],
  ['duplicate keys', 'yaml', 'rules:\n  - a: 1\n    b: 2\n    a: 3\n', ['duplicate-key']],
  ['duplicate keys, differently written', 'json', '{"rules": [{"a": 1, "\\u0061": 3}]}', ['duplicate-key']],
  ['rules twice', 'json', '{"rules": [{"a": 1}], "rules": []}', ['duplicate-key']],
  ['rules twice', 'yaml', 'rules:\n  - a: 1\nrules:\n  - b: 1\n', ['duplicate-key']],
  ['1e400', 'json', '{"rules": [{"a": 1e400}]}', ['number-out-of-range']],
  ['1e400', 'yaml', 'rules:\n  - a: 1e400\n', ['number-out-of-range']],
  ['a huge integer', 'json', `{"rules": [{"a": ${'9'.repeat(200)}}]}`, []],
  ['a huge integer', 'yaml', `rules:\n  - a: ${'9'.repeat(200)}\n`, []],
  ['infinity', 'yaml', 'rules:\n  - a: .inf\n', ['not-finite']],
  ['a lone surrogate', 'json', '{"rules": [{"a": "\\ud800"}]}', ['lone-surrogate']],
  ['a lone surrogate', 'yaml', 'rules:\n  - a: "\\ud800"\n', ['lone-surrogate']],
  ['a raw lone surrogate', 'yaml', 'rules:\n  - a: x\ud800\n', ['lone-surrogate']],
  ['NUL', 'json', '{"rules": [{"a": "x\u0000y"}]}', ['control-character']],
  ['NUL', 'yaml', 'rules:\n  - a: x\u0000y\n', ['control-character']],
  ['a byte order mark', 'json', '\ufeff{"rules": [{"a": 1}]}', []],
  ['a byte order mark', 'yaml', '\ufeffrules:\n  - a: 1\n', []],
  ['CRLF', 'yaml', 'rules:\r\n  - a: 1\r\n    b: |\r\n      x\r\n', []],
  ['tabs between tokens', 'json', '{\t"rules":\t[\t{}\t]}', []],
  ['tabs as indentation', 'yaml', 'rules:\n\t- a: 1\n', ['tab-indentation']],
  ['trailing commas', 'json', '{"rules": [{"a": [1,],},],}', ['trailing-comma']],
  ['comments', 'json', '/* a */ {"rules": [ // b\n {"a": 1} /* c */ ]} // d', []],
  ['several documents', 'yaml', 'rules: []\n---\nrules: []\n', ['several-documents']],
  ['a document start', 'yaml', '---\nrules:\n  - a: 1\n', []],
  ['flow style', 'yaml', '{rules: [{name: a}, {name: b}]}', []],
  ['JSON in YAML', 'yaml', '{"rules": [\n  {"name": "a"},\n  {"name": "b"}\n]}\n', []],
  ['an unknown tag', 'yaml', 'rules:\n  - a: !secret x\n', ['unsupported-tag']],
  ['an unresolved alias', 'yaml', 'rules:\n  - a: *x\n', ['unresolved-alias']],
  ['a key that is no string', 'yaml', 'rules:\n  - ? [a]\n    : 1\n', ['key-not-a-string']],
];

for (const [name, spelling, text, expected] of cases) {
  test(`${name} (${spelling})`, () => {
    assert.deepEqual(codes(text, spelling), expected);
  });
}

const laughs = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${Array.from('bcdefghi', (name, index) => {
  const before = `*${String.fromCharCode(97 + index)}`;
  return `${name}: &${name} [${Array.from({ length: 10 }, () => before).join(', ')}]\n`;
}).join('')}rules: *i\n`;

test('aliases that multiply are not followed', { timeout: 60_000 }, () => {
  assert.deepEqual(codes(laughs, 'yaml'), ['too-many-aliases']);
});

/** Items that lists are asked about, one by one. */
function countLooks(run: () => void): number {
  const { prototype } = Array;
  const { some } = prototype;
  let looks = 0;
  prototype.some = function counted(
    this: unknown[],
    is: (item: unknown, at: number, all: unknown[]) => unknown,
  ) {
    return some.call(this, (...parts) => {
      looks++;
      return is(...parts);
    });
  };
  try {
    run();
    return looks;
  } finally {
    prototype.some = some;
  }
}

test('what a merge key brings is not looked for among all that it brought', () => {
  const many = 3000;
  const members = Array.from({ length: many }, (_, index) => `k${index}: 1`).join(', ');
  const text = `rules:\n- one: &a {${members}}\n  k0: 2\n  <<: *a\n  k1: 3\n`;
  let rule: JsonValue | undefined;
  const looks = countLooks(() => {
    [rule] = arrayAt(readPolicyText(text, 'yaml').value() ?? new Map(), 'rules');
  });
  assert.ok(isJsonObject(rule));
  assert.equal(rule.size, many + 1);
  const written = ['k0', 'k1', 'k2'].map((key) => isJsonObject(rule) && writeJson(rule.get(key) ?? null));
  assert.deepEqual(written, ['2', '3', '1']);
  assert.ok(looks < 100 * many, `${looks} looks`);
});

const deep = 100_000;
const deepTexts: readonly [Spelling, string][] = [
  ['json', '['.repeat(deep)],
  ['json', `{"rules": [${'['.repeat(deep)}${']'.repeat(deep)}]}`],
  ['json', `{"rules": [{"a": ${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}, {"name": "b"}]}`],
  ['yaml', '['.repeat(deep)],
  ['yaml', '- '.repeat(deep)],
  ['yaml', '? '.repeat(deep)],
  ['yaml', `rules:\n  - a: ${'['.repeat(deep)}${']'.repeat(deep)}\n`],
  ['yaml', `rules:\n  - ${'- '.repeat(deep)}x\n`],
  ['yaml', `rules:\n  - a: ${'{a: '.repeat(deep)}1${'}'.repeat(deep)}\n`],
  ['yaml', `rules:\n${Array.from({ length: 1200 }, (_, level) => `${' '.repeat(level + 2)}a:\n`).join('')}`],
  ['yaml', `rules:\n  - ${'a: '.repeat(deep)}\n`],
];

for (const [index, [spelling, text]] of deepTexts.entries()) {
  test(`nesting is bounded (${spelling}, ${index})`, { timeout: 60_000 }, () => {
    const document = readPolicyText(text, spelling);
    assert.ok(
      document.problems.some(({ code }) => code === 'too-deep' || code === 'syntax'),
      JSON.stringify(document.problems.slice(0, 3)),
    );
    stateOf(document);
  });
}

test('one misplaced comma is the problem, and not the lines that it nests', () => {
  const list = Array.from({ length: 300 }, (_, id) => `      - id: ${id}\n        block: true\n`).join('');
  const [problem, ...others] = readPolicyText(
    `rules:\n  - name: a\n    checks:\n${list.replace('  - id: 9\n', ', - id: 9\n')}`,
    'yaml',
  ).problems;
  assert.equal(problem?.code, 'syntax');
  assert.match(problem.message, /begins with , needs quotes/);
  assert.equal(others.length, 0);
});

test('depth 200 is read, 201 is not, in both spellings', () => {
  for (const [depth, right] of [
    [197, true],
    [198, true],
    [199, false],
  ] as const) {
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(readPolicyText(`{"rules": [${nested}]}`, 'json').value() !== undefined, right);
    assert.equal(readPolicyText(`rules:\n  - ${nested}\n`, 'yaml').value() !== undefined, right);
    assert.equal(readPolicyText(`{rules: [${nested}]}`, 'yaml').value() !== undefined, right);
  }
});

test('a hundred thousand rules, and one of a megabyte', { timeout: 120_000 }, () => {
  for (const spelling of ['json', 'yaml'] as const) {
    const many = Array.from({ length: 100_000 }, (_, index) =>
      spelling === 'json' ? `{"name": "r${index}"}` : `  - name: r${index}\n`,
    );
    const text = spelling === 'json' ? `{"rules": [${many.join(',')}]}` : `rules:\n${many.join('')}`;
    const document = readPolicyText(text, spelling);
    assert.equal(document.arrays()[0]?.rules.length, 100_000);
    assert.equal(document.arrays()[0]?.rules[99_999]?.facts.name, 'r99999');
    const large = 'x'.repeat(1_000_000);
    let one = readPolicyText(
      spelling === 'json' ? `{"rules": [{"name": "${large}"}]}` : `rules:\n  - name: ${large}\n`,
      spelling,
    );
    one = rereadPolicy(one, [{ start: 500_000, end: 500_000, text: 'y' }]);
    assert.equal(one.arrays()[0]?.rules[0]?.facts.name?.length, 1_000_001);
  }
});

test('many duplicate keys in one object are found in time', { timeout: 60_000 }, () => {
  const members = Array.from({ length: 100_000 }, (_, index) => `"k${index}": 1`).join(',');
  const document = readPolicyText(`{"rules": [{${members}, "k5": 2}]}`, 'json');
  assert.deepEqual(
    document.problems.map(({ code }) => code),
    ['duplicate-key'],
  );
});
