import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsIn, withOperations } from '../../../src/core/consoleFile/apiSpecification.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import {
  arrayAt,
  fromPlain,
  stringAt,
  toPlain,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';
import { newRules } from '../../../src/core/policy/newRule.ts';
import {
  isBaseImageScope,
  isCollectionName,
  isSubnet,
  listChanges,
  readList,
} from '../../../src/core/consoleFile/resources.ts';

/** Without the bare prototypes that strict comparison minds. */
const plain = (value: JsonValue): unknown => JSON.parse(JSON.stringify(toPlain(value)));

test('addresses and networks are IPv4 as the console takes them', () => {
  for (const good of ['192.0.2.1', '10.0.0.0/8', '0.0.0.0/0', '255.255.255.255/32']) {
    assert.ok(isSubnet(good), good);
  }
  for (const bad of [
    '',
    '10.0.0',
    '10.0.0.0/33',
    '256.0.0.1',
    '10.0.0.01',
    '::1',
    'host',
    '10.0.0.0/',
    ' 10.0.0.1',
  ]) {
    assert.ok(!isSubnet(bad), bad);
  }
});

test('lists are read however they are separated, once each', () => {
  assert.deepEqual(readList(' a, b;c\nd  a '), ['a', 'b', 'c', 'd']);
  assert.deepEqual(readList(' , '), []);
  assert.deepEqual(listChanges(['a', 'b'], ['b', 'c']), { added: ['c'], removed: ['a'] });
});

test('a scope of base images has wildcards in its tag only', () => {
  for (const good of ['r.example/base/debian:*', 'r.example:5000/a/b:1.*']) {
    assert.ok(isBaseImageScope(good), good);
  }
  for (const bad of ['debian', 'r/debian', 'r.example/*:1', '*/debian:1', 'r.example/base:']) {
    assert.ok(!isBaseImageScope(bad), bad);
  }
});

test('names of new collections have the characters the console allows', () => {
  assert.ok(isCollectionName('team:web-1_x'));
  for (const bad of ['', 'two words', 'ä', 'a/b']) {
    assert.ok(!isCollectionName(bad), bad);
  }
});

test('a new rule has a name and its scope, for every policy', () => {
  for (const kind of policyKinds) {
    const collections = [{ name: 'All' }, { name: 'prod' }];
    const [{ rule } = {}] = newRules(kind, { name: 'n', collections });
    assert.ok(rule, kind.name);
    assert.equal(stringAt(rule, 'name'), 'n');
    assert.deepEqual(plain(arrayAt(rule, 'collections')), collections);
  }
});

test('of a service description only the chosen operations stay, and everything else as it is', () => {
  const get = { method: 'GET', parameters: [{ name: 'q' }] };
  const specification = fromPlain({
    description: 'Shop',
    extra: { kept: 1.5 },
    paths: [
      { path: '/a', methods: [get, { method: 'POST', parameters: null }] },
      { path: '/b', methods: [{ method: 'DELETE' }] },
    ],
  }) as JsonObject;
  assert.deepEqual(operationsIn(specification), [
    { path: '/a', method: 'GET', parameters: 1 },
    { path: '/a', method: 'POST', parameters: 0 },
    { path: '/b', method: 'DELETE', parameters: 0 },
  ]);
  assert.deepEqual(plain(withOperations(specification, ({ method }) => method === 'GET')), {
    description: 'Shop',
    extra: { kept: 1.5 },
    paths: [{ path: '/a', methods: [get] }],
  });
});
