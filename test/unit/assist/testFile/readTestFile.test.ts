import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfTest, readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { schemaField } from '../../../../src/core/assist/schema/field.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { MAX_TESTS } from '../../../../src/core/policyTest/readTests.ts';
import { MAX_TEST_FILE_BYTES } from '../../../../src/core/policy/policyFile.ts';
import { beginWell } from '../findings/beginsWell.ts';
import { must } from '../../order/truth.ts';

const one = { name: 'a', every: { images: ['*'] }, expect: { blocks: 'never' } };
const file = (...tests: readonly object[]): object => ({ policy: 'vulnerability/images', tests });

/** JSON is YAML, too. */
function both(plain: unknown): readonly ReturnType<typeof readTestFile>[] {
  const text = JSON.stringify(plain, undefined, 1);
  return (['json', 'yaml'] as const).map((spelling) => readTestFile(text, spelling));
}

function said(plain: unknown): string {
  const [json, yaml] = both(plain).map(({ diagnostics }) => {
    beginWell(diagnostics);
    return diagnostics.map(({ code, message }) => `${code}: ${message}`);
  });
  assert.deepEqual(json, yaml);
  return must(json).join('; ');
}

test('tests are read with their places, in both spellings', () => {
  for (const { tests, diagnostics, kind, root, written } of both(file(one, { ...one, name: 'b' }))) {
    assert.deepEqual(diagnostics, []);
    assert.equal(kind?.name, 'vulnerability/images');
    assert.deepEqual(
      tests.map(({ name, index }) => [name, index]),
      [
        ['a', 0],
        ['b', 1],
      ],
    );
    assert.equal(written, 2);
    const { start, end } = placeOfTest(must(root), 1);
    assert.equal(JSON.stringify(file(one, { ...one, name: 'b' }), undefined, 1).slice(start, end), '"b"');
  }
});

test('a test with a mistake is none, whatever severity the mistake has, and the others stay', () => {
  const text = JSON.stringify(
    file(one, { ...one, name: 'b', expects: {} }, { ...one, name: 'c', order: ['x', 'y'] }),
  );
  const { tests, diagnostics } = readTestFile(text, 'json', { severities: { 'policy-test': 'off' } });
  assert.deepEqual(
    tests.map(({ name }) => name),
    ['a'],
  );
  assert.deepEqual(diagnostics, []);
  assert.match(
    said(JSON.parse(text)),
    /^policy-test: Unknown field `expects`, did you mean `expect`\?; policy-test: A test has one subject/,
  );
});

test('a mistake is said once', () => {
  assert.equal(said(file({ ...one, name: 1 })), 'schema-type: `name` must be text, not a number');
  assert.equal(
    said(file({ every: one.every, expect: one.expect })),
    'schema-required: An entry of `tests` needs `name`',
  );
  assert.equal(said({ tests: [] }), 'schema-required: A file of tests needs `policy`');
  assert.match(
    said({ policy: 'vulnerability/image', tests: [one] }),
    /^policy-test: `policy` must be .* did you mean `vulnerability\/images`\?$/,
  );
  assert.match(said([]), /^schema-type: A file of tests must be an object, not a list$/);
  assert.match(said(file(one, one)), /^policy-test: Another test has this name$/);
});

test('a text without a single meaning has no tests', () => {
  const text = JSON.stringify(file(one));
  for (const [spelling, broken] of [
    ['json', text.slice(0, -1)],
    ['json', `${text} x`],
    ['json', text.replace('"policy"', '"tests":[],"policy"')],
    ['json', ''],
    ['yaml', 'policy: [\n'],
    ['yaml', `${text}\n---\n${text}`],
    ['yaml', 'policy: vulnerability/images\npolicy: waas/host\ntests: []\n'],
    ['yaml', 'tests: *gone\n'],
    ['yaml', ''],
    ['yaml', '# nothing\n'],
  ] as const) {
    const { tests, diagnostics } = readTestFile(broken, spelling);
    assert.deepEqual(tests, [], broken);
    assert.ok(
      diagnostics.some(({ severity }) => severity === 'error'),
      broken,
    );
    assert.ok(diagnostics.every(({ range }) => range.start <= range.end && range.end <= broken.length));
  }
});

test('what is hostile ends soon and names no test', () => {
  const many = Array.from({ length: MAX_TESTS + 1 }, (_, at) => ({ ...one, name: `t${at}` }));
  assert.match(said({ policy: 'vulnerability/images', tests: many }), /The limit is 1000 tests/);
  const wrong = JSON.stringify({
    policy: 'vulnerability/images',
    tests: Array.from({ length: 60_000 }, () => 1),
  });
  assert.ok(readTestFile(wrong, 'json').diagnostics.length <= 500);
  assert.deepEqual(readTestFile(`"${'x'.repeat(MAX_TEST_FILE_BYTES)}"`, 'json').tests, []);
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  for (const spelling of ['json', 'yaml'] as const) {
    assert.deepEqual(readTestFile(deep, spelling).tests, []);
  }
  const bomb = ['a: &a [x]', ...Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a, *a]`)].join('\n');
  assert.deepEqual(readTestFile(bomb, 'yaml').tests, []);
  const proto = readTestFile('{"__proto__": {"policy": "vulnerability/images", "tests": []}}', 'json');
  assert.deepEqual([proto.kind, proto.tests], [undefined, []]);
});

test('the schema names all policies, and has tests for each of their families', () => {
  assert.deepEqual(
    schemaField('policy-test').at(['policy'])?.schema.enum,
    policyKinds.map(({ name }) => name),
  );
  for (const { family } of policyKinds) {
    assert.ok(schemaField('policy-test', family).at(['tests', 0, 'expect', 'rule']), family);
  }
});
