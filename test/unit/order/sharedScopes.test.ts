import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentOrder } from '../../../src/core/assist/order/documentOrder.ts';
import { SharedScopes } from '../../../src/core/order/sharedScopes.ts';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import { scopeFieldsOf } from '../../../src/core/policy/scopeFields.ts';
import { finished } from '../../../src/core/util/finished.ts';
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

test('what was prepared is found: no pattern is looked at again, and no class is new', () => {
  const known: KnownCollections = new Map(
    Array.from({ length: 2000 }, (_, at) => [
      `c${at}`,
      { images: [`registry.example/team-${at % 50}/s-${at}*`] },
    ]),
  );
  const shared = new SharedScopes(known);
  const steps = [...shared.prepareSteps()].length;
  assert.ok(steps > 500, `${steps} steps between which others get their turn`);
  const { pool } = shared.of(container);
  const [classes, size] = [pool.classes, pool.classes.size];
  assert.equal(size, known.size);
  const kind = policyKind('vulnerability/images');
  assert.ok(kind);
  const rules = ['c1', 'c2', 'c1'].map((name, at) => ({ name: `r${at}`, collections: [{ name }] }));
  const doc = read(JSON.stringify({ rules }), 'json', kind);
  const order = new DocumentOrder(kind, known, shared);
  assert.equal(finished(order.update(doc)).length, 1);
  assert.equal(shared.of(container).pool.classes, classes, 'kept although hardly any of them is in use');
  assert.equal(classes.size, size);
  order.dispose();
});

test('collections that take too much are not prepared in full, and whoever comes after them reads for himself', () => {
  const hostile: KnownCollections = new Map(
    Array.from({ length: 60 }, (_, at) => [
      `c${at}`,
      { images: Array.from({ length: 1900 }, (_unused, nth) => `*x${at}y${nth}z*`) },
    ]),
  );
  const shared = new SharedScopes(hostile);
  const first = shared.of(container);
  finished(shared.prepareSteps());
  assert.ok(first.pool.classes.size < 60, `${first.pool.classes.size} classes`);
  for (const name of hostile.keys()) {
    first.pool.classes.classOf(first.reader.scope(name));
  }
  const own = shared.of(container);
  assert.notEqual(own, first);
  assert.equal(own.reader.work + own.pool.classes.work, 0);
});
