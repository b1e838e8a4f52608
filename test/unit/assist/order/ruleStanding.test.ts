import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleStanding, DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import { must } from '../../order/truth.ts';

const kind = must(policyKind('vulnerability/images'));

/** Rules as `name: collections`; `!` in front of a name disables it. Each does something else. */
function policy(...rules: readonly (readonly [name: string, ...collections: string[]])[]): PolicyDocument {
  const text = JSON.stringify({
    rules: rules.map(([name, ...collections], at) => ({
      name: name.replace('!', ''),
      disabled: name.startsWith('!'),
      collections: collections.map((each) => ({ name: each })),
      graceDays: at + 1,
    })),
  });
  return readPolicyText(text, 'json', kind);
}

const known: KnownCollections = new Map([
  ['everything', { images: ['*'] }],
  ['web', { images: ['web*'] }],
  ['web-a', { images: ['WEB-A*'] }],
  ['db', { images: ['db'] }],
  ['not-web', { images: ['*', '-web*'] }],
]);

function standing(document: PolicyDocument, index: number, collections = known): readonly unknown[] {
  const lists = runToEnd(new DocumentOrder(kind, collections).update(document));
  const { findings, coveredBy, shadowedCount, gap } = must(
    ruleStanding(document, { array: 'rules', index }, lists),
  );
  const names = coveredBy.map(({ name }) => name).join();
  const words = findings.map(({ kind }) => `${kind} ${names}`).join();
  return [words, shadowedCount, gap];
}

test('what collections name decides, not what they are called', () => {
  const document = policy(['a', 'web'], ['b', 'everything'], ['c', 'web-a'], ['d', 'db', 'web']);
  assert.deepEqual(standing(document, 0), ['', 1, undefined]);
  assert.deepEqual(standing(document, 1), ['', 0, undefined], 'of d it takes a part, with another rule');
  assert.deepEqual(standing(document, 2), ['shadowed-rule a', 0, undefined]);
  assert.deepEqual(standing(document, 3), ['shadowed-rule a,b', 0, undefined]);
});

test('rules that take a rule only together take none alone', () => {
  const document = policy(['a', 'web'], ['b', 'not-web'], ['c', 'everything']);
  assert.deepEqual(standing(document, 0), ['', 0, undefined]);
  assert.deepEqual(standing(document, 2), ['shadowed-rule a,b', 0, undefined]);
});

test('a disabled rule takes nothing', () => {
  const document = policy(['!a', 'All'], ['b', 'web']);
  assert.deepEqual(standing(document, 0), ['', 0, undefined]);
  assert.deepEqual(standing(document, 1), ['', 0, undefined]);
});

test('where it is not known what collections name, that is said, and the same name is the same scope', () => {
  const document = policy(['a', 'x'], ['b', 'y'], ['c', 'x'], ['d', 'All'], ['e', 'y']);
  assert.deepEqual(standing(document, 1, new Map()), ['', 1, 'unknown']);
  assert.deepEqual(standing(document, 2, new Map()), ['shadowed-rule a', 0, undefined]);
  assert.deepEqual(standing(document, 3, new Map()), ['', 0, undefined]);
});

test('nothing is said of an order that is not worked out, nor of a rule that is not there', () => {
  const document = policy(['a', 'All'], ['b', 'web']);
  const { findings, shadowedCount, gap } = must(
    ruleStanding(document, { array: 'rules', index: 1 }, undefined),
  );
  assert.deepEqual([findings, shadowedCount, gap], [[], 0, undefined]);
  assert.equal(ruleStanding(policy(), { array: 'rules', index: 0 }, []), undefined);
});
