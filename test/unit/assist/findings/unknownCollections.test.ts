import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { unknownCollections } from '../../../../src/core/assist/findings/collectionNames.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

const collections: ReadonlySet<string> = new Set(['All', 'Payments']);

function read(name: PolicyName, value: unknown): PolicyDocument {
  return readPolicyText(JSON.stringify(value), 'json', policyKind(name));
}

/** What the editor says of the same. */
function found(document: PolicyDocument): readonly string[] {
  const checker = new PolicyChecker({ known: () => ({ collections, checks: undefined }) });
  return checker
    .check(document)
    .flatMap(({ code, message }) => (code === 'unknown-collection' ? [message] : []));
}

test('what the console does not have is said as the finding says it, once', async () => {
  const named = (...names: string[]): unknown =>
    vulnerabilityRule({ name: names.join(), collections: names.map((name) => ({ name })) });
  const document = read(
    'vulnerability/images',
    vulnerabilityPolicy(named('All', 'Paymnts'), named('Nowhere'), named('Paymnts'), named(' ')),
  );
  const kind = policyKind('vulnerability/images');
  const said = await unknownCollections(document, kind, collections);
  assert.equal(said.length, 2);
  assert.deepEqual(said, [...new Set(found(document))]);
  assert.deepEqual(await unknownCollections(document, kind, new Set(['Paymnts', 'Nowhere', 'All'])), []);
});

test('rules of a network name them by way of entities', async () => {
  const kind = policyKind('cnns/network');
  const document = read(kind.name, {
    containerRules: [],
    networkEntities: [{ _id: 1, name: 'a', collections: [{ name: 'All' }, { name: 'Nowhere' }] }],
  });
  const said = await unknownCollections(document, kind, collections);
  assert.equal(said.length, 1);
  assert.deepEqual(said, found(document));
});

test('a name is compared with those that are known once, however often it is asked', async () => {
  class CountedNames extends Set<string> {
    walks = 0;

    override keys(): SetIterator<string> {
      this.walks++;
      return super.keys();
    }
  }
  const known = new CountedNames(collections);
  known.walks = 0;
  const kind = policyKind('vulnerability/images');
  const document = read(
    kind.name,
    vulnerabilityPolicy(
      vulnerabilityRule({ collections: [{ name: 'Paymnts' }, { name: 'Nowhere' }] }),
      vulnerabilityRule({ name: 'other', collections: [{ name: 'Nowhere' }] }),
    ),
  );
  const said = await unknownCollections(document, kind, known);
  assert.deepEqual(await unknownCollections(document, kind, known), said);
  assert.equal(known.walks, 2);
});
