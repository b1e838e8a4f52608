import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { valueOfNode, type SyntaxNode } from '../../../../src/core/document/syntaxNode.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { valueSteps } from '../../../../src/core/document/ruleDigests.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../../../src/core/json/json.ts';
import { parseJson } from '../../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import { kindOf } from '../../sync/workspace.ts';
import { policies } from '../arbitraries.ts';

const kind = kindOf('vulnerability/images');

/** The same, changed at some places as a person or a console changes it: what does not matter to a comparison, too. */
function changed(value: JsonValue, next: () => number): JsonValue {
  const at = next() % 12;
  if (value instanceof JsonNumber) {
    return at === 0 ? new JsonNumber(`${value.lexeme.split(/[.eE]/)[0]}.50`) : value;
  }
  if (typeof value === 'string') {
    return at === 0 ? `${value}\\"é` : value;
  }
  if (isJsonArray(value)) {
    const items = value.map((item) => changed(item, next));
    return at === 0 ? items.slice(1) : at === 1 ? [...items, null] : at === 2 ? items.toReversed() : items;
  }
  if (isJsonObject(value)) {
    const members = [...value].map(([key, member]): [string, JsonValue] => [key, changed(member, next)]);
    return new Map(
      at === 0
        ? members.slice(1)
        : at === 1
          ? [...members, ['more', true]]
          : at === 2
            ? members.toReversed()
            : at === 3
              ? [['modified', '2020-01-01T00:00:00Z'], ...members]
              : members,
    );
  }
  return value;
}

const twoAlike = fc
  .tuple(policies, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }))
  .map(([policy, choices]) => {
    let at = 0;
    const like = changed(policy, () => choices[at++ % choices.length] ?? 0);
    return [policy, isJsonObject(like) ? like : policy] as const;
  });

test('a value made out of parts of another one says what the text says, to the letter', () => {
  fc.assert(
    fc.property(twoAlike, fc.constantFrom<Spelling>('json', 'yaml'), ([policy, like], spelling) => {
      const document = readPolicyText(writePolicyText(policy, spelling), spelling, kind);
      const before = writeJson(like);
      const value = runToEnd(valueSteps(document, kind, like));
      const plain = document.value();
      assert.equal(value && writeJson(value), plain && writeJson(plain));
      assert.deepEqual(value, plain);
      assert.equal(writeJson(like), before, 'what it is made out of stays as it is');
    }),
    { numRuns: 1000 },
  );
});

for (const spelling of ['json', 'yaml'] as const) {
  test(`rules that another value has are its rules, in ${spelling}`, () => {
    const read = (text: string): JsonObject => parseJson(text) as JsonObject;
    const policy = read(
      '{"rules":[{"name":"a","notes":"a: \\"b\\"","n":[1.50,{"x":null}]},{"name":"b","list":[{"id":1}],"t":{"d":true}}]}',
    );
    const document = readPolicyText(writePolicyText(policy, spelling), spelling, kind);
    const same = runToEnd(valueSteps(document, kind, policy));
    assert.deepEqual(
      arrayAt(same ?? new Map(), 'rules').map((rule, at) => rule === arrayAt(policy, 'rules')[at]),
      [true, true],
    );
    const like = read(
      '{"rules":[{"owner":"x","name":"b","list":[{"id":1}],"t":{"d":false}},{"name":"a","notes":"a","n":[1.5,{"x":null}]}]}',
    );
    const [a, b] = arrayAt(runToEnd(valueSteps(document, kind, like)) ?? new Map(), 'rules') as JsonObject[];
    const [likeB, likeA] = arrayAt(like, 'rules') as JsonObject[];
    assert.equal(b?.get('list'), likeB?.get('list'));
    assert.notEqual(b?.get('t'), likeB?.get('t'));
    assert.equal(arrayAt(a ?? new Map(), 'n')[1], arrayAt(likeA ?? new Map(), 'n')[1]);
    assert.deepEqual(arrayAt(a ?? new Map(), 'n')[0], new JsonNumber('1.50'));
  });
}

test('what differs deep inside is made once, however deep', () => {
  const asked = (depth: number): number => {
    let count = 0;
    const nested = (leaf: number): SyntaxNode => {
      let node: SyntaxNode = { kind: 'number', range, lexeme: String(leaf) };
      for (let level = 0; level < depth; level++) {
        const value: SyntaxNode = node;
        const member = {
          key: 'a',
          keyRange: range,
          get value(): SyntaxNode {
            count++;
            return value;
          },
        };
        node = { kind: 'object', range, members: [member] };
      }
      return node;
    };
    const text = (leaf: number): string => `${'{"a":'.repeat(depth)}${leaf}${'}'.repeat(depth)}`;
    const value = valueOfNode(nested(2), parseJson(text(1)));
    assert.equal(isJsonObject(value) && writeJson(value), text(2));
    return count;
  };
  assert.ok(asked(16) < 4 * asked(8), `${asked(8)}, then ${asked(16)}`);
});

const range = { start: 0, end: 0 };
