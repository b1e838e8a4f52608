import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalHash, canonicalText } from '../../../src/core/policy/canonical.ts';
import { ruleFormOf } from '../../../src/core/policy/comparisonForm.ts';
import { arrayAt, type JsonObject } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { sameRule } from '../../../src/core/policy/sameForm.ts';
import { SharedRules, type RuleSources } from '../../../src/core/policy/sharedRules.ts';
import { anyKind, documentOf } from './policyArbitraries.ts';

function read(text: string, before?: RuleSources): { document: JsonObject; sources: RuleSources } {
  const shared = new SharedRules(before);
  return { document: parseJson(text, {}, shared) as JsonObject, sources: shared.sources(text) };
}

const twoOfAKind = anyKind.chain((kind) =>
  fc.tuple(fc.constant(kind), documentOf(kind), documentOf(kind), fc.constantFrom(undefined, 1)),
);

test('a text reads the same in the light of any other', () => {
  fc.assert(
    fc.property(twoOfAKind, ([, a, b, indent]) => {
      const before = read(writeJson(a, { indent }));
      const text = writeJson(b, { indent });
      const { document } = read(text, before.sources);
      assert.deepEqual(document, parseJson(text));
      assert.equal(writeJson(document, { indent }), text);
    }),
    { numRuns: 1000 },
  );
});

test('rules that are written the same are the same objects, wherever they stand', () => {
  const rules = Array.from({ length: 50 }, (_, at) => `{"name":"rule ${at}","notes":"${'x'.repeat(at)}"}`);
  const textOf = (list: readonly string[]): string =>
    `{"other":[{"name":"rule 1"}],"rules":[${list.join(', ')}]}`;
  const before = read(textOf(rules));
  const known = new Set(arrayAt(before.document, 'rules'));
  for (const after of [
    rules,
    rules.toReversed(),
    [...rules.slice(-1), ...rules.slice(0, -1)],
    rules.filter((_, at) => at % 7 !== 3),
    [...rules.slice(0, 20), '{"name":"new"}', ...rules.slice(20)],
    rules.with(30, '{"name":"rule 30","notes":"changed"}'),
  ]) {
    const document = read(textOf(after), before.sources).document;
    const own = arrayAt(document, 'rules');
    assert.equal(writeJson(document), writeJson(parseJson(textOf(after))));
    assert.equal(
      own.filter((rule) => known.has(rule)).length,
      after.filter((rule) => rules.includes(rule)).length,
    );
  }
});

test('a rule whose text goes on is another one', () => {
  const before = read('{"rules":[{"a":1},[1],12,"x"]}');
  const text = '{"rules":[{"a":1,"b":2},[1,2],123,"xy"]}';
  assert.equal(writeJson(read(text, before.sources).document), text);
  assert.throws(() => read('{"rules":[{"a":1}}]}', before.sources), /comma/);
});

test('rules are the same exactly when their forms are, hashed before or not', () => {
  fc.assert(
    fc.property(twoOfAKind, ([kind, a, b]) => {
      const form = ruleFormOf(kind);
      const pairs = kind.arrays.flatMap(({ key }) =>
        arrayAt(a, key).flatMap((one) => arrayAt(b, key).map((other) => [one, other] as const)),
      );
      const check = (): void => {
        for (const [one, other] of pairs) {
          assert.equal(sameRule(one, other, form), canonicalText(one, form) === canonicalText(other, form));
        }
      };
      check();
      canonicalHash(kind, a);
      check();
      canonicalHash(kind, b);
      check();
    }),
    { numRuns: 1000 },
  );
});

test('a hash does not depend on what was hashed before', () => {
  fc.assert(
    fc.property(twoOfAKind, ([kind, a, b]) => {
      const apart = (document: JsonObject): string => canonicalHash(kind, parseJson(writeJson(document)));
      canonicalHash(kind, a);
      const mixed = new Map([...a, ...b]);
      assert.equal(canonicalHash(kind, mixed), apart(mixed));
    }),
    { numRuns: 500 },
  );
});
