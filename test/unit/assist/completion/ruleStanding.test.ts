import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleStanding } from '../../../../src/core/assist/completion/ruleStanding.ts';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

/** Rules as `name: collections`; `!` in front of a name disables it. */
function policy(...rules: readonly (readonly [name: string, ...collections: string[]])[]): PolicyDocument {
  const text = JSON.stringify({
    rules: rules.map(([name, ...collections]) => ({
      name: name.replace('!', ''),
      disabled: name.startsWith('!'),
      collections: collections.map((each) => ({ name: each })),
    })),
  });
  return PolicyDocument.read(text, 'json', policyKind('vulnerability/images'));
}

const scopes = new Map<string, Record<string, readonly string[]>>([
  ['All', { images: ['*'], hosts: ['*'] }],
  ['Everything', { images: ['*'] }],
  ['web', { images: ['web*'] }],
]);

function standing(
  document: PolicyDocument,
  index: number,
  isKnown = true,
): [covering: string | undefined, covered: number] {
  const found = ruleStanding(document, { array: 'rules', index }, isKnown ? scopes : undefined);
  return [found?.covering?.facts.name, found?.covered ?? -1];
}

test('a rule for everything comes first for all below it', () => {
  const document = policy(['a', 'web'], ['b', 'Everything'], ['c', 'web'], ['d', 'db', 'web']);
  assert.deepEqual(standing(document, 0), [undefined, 1]);
  assert.deepEqual(standing(document, 1), [undefined, 2]);
  assert.deepEqual(standing(document, 2), ['a', 0]);
  assert.deepEqual(standing(document, 3), ['b', 0]);
});

test('a rule with the same collections and more comes first', () => {
  const document = policy(['a', 'web', 'db'], ['b', 'db'], ['c', 'db', 'cache']);
  assert.deepEqual(standing(document, 1), ['a', 0]);
  assert.deepEqual(standing(document, 2), [undefined, 0]);
});

test('a disabled rule comes before nobody', () => {
  const document = policy(['!a', 'All'], ['b', 'web']);
  assert.deepEqual(standing(document, 0), [undefined, 0]);
  assert.deepEqual(standing(document, 1), [undefined, 0]);
});

test('a rule without a collection applies to nothing that could come first', () => {
  const document = policy(['a', 'All'], ['b']);
  assert.deepEqual(standing(document, 0), [undefined, 0]);
  assert.deepEqual(standing(document, 1), [undefined, 0]);
});

test('unless the console is known, All is everything', () => {
  const document = policy(['a', 'All'], ['b', 'Everything'], ['c', 'web']);
  assert.deepEqual(standing(document, 2, false), ['a', 0]);
  assert.deepEqual(standing(policy(['b', 'Everything'], ['c', 'web']), 1, false), [undefined, 0]);
});

test('there is no standing of a rule that is not there', () => {
  assert.equal(ruleStanding(policy(), { array: 'rules', index: 0 }, scopes), undefined);
});
