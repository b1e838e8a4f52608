import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentOrder } from '../../../src/core/assist/order/documentOrder.ts';
import { SharedScopes } from '../../../src/core/order/sharedScopes.ts';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import { scopeFieldsOf } from '../../../src/core/policy/scopeFields.ts';
import { runToEnd } from '../../../src/core/util/runToEnd.ts';
import { read } from '../assist/order/orderedPolicies.ts';
import { policyKind } from '../../../src/core/policy/families.ts';

const container = scopeFieldsOf('vulnerability/images').lists;
const ci = scopeFieldsOf('vulnerability/ci-images').lists;

test('policies that look at the same lists share what is known of a collection, others do not', () => {
  const shared = new SharedScopes(new Map([['shop', { images: ['shop/*'], namespaces: ['shop'] }]]));
  const scopes = shared.of(container);
  assert.equal(shared.of(scopeFieldsOf('runtime/container').lists), scopes);
  assert.notEqual(shared.of(ci), scopes);
  assert.notDeepEqual(shared.of(ci).reader.scope('shop'), scopes.reader.scope('shop'));
});

test('the second policy of a console makes no class that is there', () => {
  const known: KnownCollections = new Map(
    Array.from({ length: 200 }, (_, at) => [
      `c${at}`,
      { images: [`registry.example/team-${at % 50}/s-${at}*`] },
    ]),
  );
  const shared = new SharedScopes(known);
  const { matrix } = shared.of(container);
  const rules = [...known.keys()].map((name) => ({ name, collections: [{ name }] }));
  const sizes = (['vulnerability/images', 'runtime/container'] as const).map((name) => {
    const kind = policyKind(name);
    assert.ok(kind);
    const order = new DocumentOrder(kind, known, shared);
    runToEnd(order.update(read(JSON.stringify({ rules }), 'json', kind)));
    return matrix.size;
  });
  assert.deepEqual(sizes, [known.size, known.size]);
});

test('whoever comes after collections that take too much reads for himself', () => {
  const hostile: KnownCollections = new Map(
    Array.from({ length: 60 }, (_, at) => [
      `c${at}`,
      { images: Array.from({ length: 1900 }, (_unused, nth) => `*x${at}y${nth}z*`) },
    ]),
  );
  const shared = new SharedScopes(hostile);
  const first = shared.of(container);
  for (const name of hostile.keys()) {
    first.matrix.classOf(first.reader.scope(name));
  }
  const own = shared.of(container);
  assert.notEqual(own, first);
  assert.equal(own.reader.work + own.matrix.looks.done, 0);
});
