import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  arrayAt,
  fromPlain,
  isJsonObject,
  JsonNumber,
  toPlain,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';
import { parseJson, parseJsonSteps, SharedItems } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { runToEnd } from '../../../src/core/util/inSlices.ts';
import { isExpected } from '../../../src/core/util/errors.ts';

const broken = [
  ['', 0],
  ['  ', 2],
  ['{', 1],
  ['[1,]', 2],
  ['{"a":1,}', 6],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['[1 2]', 3],
  ['01', 0],
  ['-', 0],
  ['1.', 2],
  ['.5', 0],
  ['1e', 2],
  ['+1', 0],
  ['NaN', 0],
  ['nul', 0],
  ['true false', 5],
  ['"abc', 0],
  ['"a\nb"', 0],
  ['"a\\x"', 2],
  ['"a\\u12g4"', 2],
  ['"a\\u12"', 2],
  ['"a\\', 0],
  ['"\u0000"', 1],
  ['[1] // no', 4],
  ['\u00a01', 0],
] as const;

function isInvalid(error: unknown): boolean {
  return isExpected(error) && error.code === 'invalid-json';
}

for (const [text, offset] of broken) {
  test(`refuses ${JSON.stringify(text)} at ${offset}`, () => {
    assert.throws(
      () => parseJson(text),
      (error) =>
        isInvalid(error) &&
        error instanceof Error &&
        error.message.endsWith(` (line 1, column ${offset + 1})`),
    );
  });
}

test('keeps numbers as they are written', () => {
  const text = '[1,1.0,1e0,-0,1e400,9007199254740993,0.10,1E+2]';
  assert.equal(writeJson(parseJson(text)), text);
});

test('keeps key order, __proto__ and number-like keys', () => {
  const text = '{"b":1,"2":2,"1":3,"__proto__":{"x":4},"constructor":5,"":6}';
  const value = parseJson(text);
  assert.ok(isJsonObject(value));
  assert.deepEqual([...value.keys()], ['b', '2', '1', '__proto__', 'constructor', '']);
  assert.equal(writeJson(value), text);
});

test('refuses a key that occurs twice, at the second one', () => {
  assert.throws(() => parseJson('{"a":1,"b":2,"a":3}'), {
    code: 'invalid-json',
    message: /\(line 1, column 14\)$/,
  });
});

test('tolerates a byte order mark and keeps lone surrogates', () => {
  assert.equal(parseJson('\ufeff"x"'), 'x');
  const text = String.raw`"\ud800 \udc00"`;
  assert.equal(writeJson(parseJson(text)), text);
});

test('reads all escapes', () => {
  assert.equal(parseJson(String.raw`"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"`), '"\\/\b\f\n\r\té😀');
});

test('is bounded in depth and length', () => {
  assert.doesNotThrow(() => parseJson('['.repeat(200) + ']'.repeat(200)));
  assert.throws(() => parseJson('['.repeat(201) + ']'.repeat(201)), isInvalid);
  assert.throws(() => parseJson('[{"a":'.repeat(100_000)), isInvalid);
  assert.throws(() => parseJson(' '.repeat(128 * 1024 * 1024 + 1)), isInvalid);
});

test('writes with indentation as the standard library does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const plain = JSON.parse(text) as unknown;
      assert.equal(writeJson(fromPlain(plain), { indent: 2 }), JSON.stringify(plain, undefined, 2));
      assert.equal(writeJson(fromPlain(plain)), JSON.stringify(plain));
    }),
  );
});

test('reads what the standard library reads, and refuses what it refuses', () => {
  const mutated = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '\\', '0', '.', '{', ']', ' ', 'e', '-'))
    .map(
      ([text, at, piece]) =>
        text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), mutated), (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        assert.throws(() => parseJson(text), isInvalid);
        return;
      }
      let value: JsonValue;
      try {
        value = parseJson(text);
      } catch (error) {
        assert.match((error as Error).message, /twice/);
        return;
      }
      assert.equal(JSON.stringify(toPlain(value)), JSON.stringify(expected));
    }),
    { numRuns: 2000 },
  );
});

test('writing and reading again gives the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (plain) => {
      const text = writeJson(fromPlain(plain), { indent: 1 });
      assert.equal(writeJson(parseJson(text), { indent: 1 }), text);
    }),
  );
});

test('a document of 10 MB is read', { timeout: 30_000 }, () => {
  const rule = `{"name":"r","collections":[{"name":"All"}],"checks":[${Array.from({ length: 300 }, (_, id) => `{"id":${id},"block":false}`).join(',')}]}`;
  const text = `[${Array.from({ length: Math.ceil(10_000_000 / rule.length) }, () => rule).join(',')}]`;
  const value = parseJson(text);
  assert.ok(Array.isArray(value));
  assert.ok(value.length > 1000);
  assert.equal(writeJson(value), text);
  assert.ok(new JsonNumber('1e400').value === Infinity);
});

test('a text that shares items with an earlier one reads as it does alone', () => {
  const item = fc.oneof(
    fc.record({ name: fc.constantFrom('a', 'b', 'c'), n: fc.nat(3) }),
    fc.constantFrom(1, 12, 'x', null, [1]),
  );
  const texts = fc.array(fc.array(item, { maxLength: 12 }), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(texts, fc.nat(2), (lists, indent) => {
      let items: SharedItems | undefined;
      for (const list of lists) {
        const text = JSON.stringify({ rules: list }, null, indent);
        const shared = new SharedItems(items);
        const value = runToEnd(parseJsonSteps(text, shared));
        assert.deepEqual(value, parseJson(text));
        items = shared;
      }
    }),
    { numRuns: 1000 },
  );
});

test('a rule that another text did not change is the same object behind a changed, a new and a removed one', () => {
  const text = (...names: readonly string[]): string =>
    JSON.stringify({ rules: names.map((name) => ({ name })) });
  const first = new SharedItems();
  const [a, b, c, d] = arrayAt(
    runToEnd(parseJsonSteps(text('a', 'b', 'c', 'd'), first)) as JsonObject,
    'rules',
  );
  const read = (...names: readonly string[]): readonly JsonValue[] =>
    arrayAt(runToEnd(parseJsonSteps(text(...names), new SharedItems(first))) as JsonObject, 'rules');
  const same = (rules: readonly JsonValue[], ...wanted: readonly (JsonValue | undefined)[]): void =>
    wanted.forEach((one, at) => assert.ok(one === undefined || rules[at] === one, String(at)));
  same(read('a', 'x', 'c', 'd'), a, undefined, c, d);
  same(read('a', 'x', 'b', 'c'), a, undefined, b, c);
  same(read('a', 'c', 'd'), a, c, d);
  same(read('x', 'y', 'z', 'w', 'a', 'b', 'd'), undefined, undefined, undefined, undefined, a, b, d);
});
