import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fieldsFor,
  looksLikeResource,
  resourceText,
  typedResource,
  type ResourceProblem,
} from '../../../src/core/order/typedResource.ts';

test('a resource is typed by its fields, and a bare text is an image', () => {
  assert.deepEqual(
    typedResource(
      'image=registry.example/payments/api:1.4  namespace=dev label=a:b LABEL=c=d host=h app-id=x',
    ).resource,
    {
      images: ['registry.example/payments/api:1.4'],
      namespaces: ['dev'],
      labels: ['a:b', 'c=d'],
      hosts: ['h'],
      appIDs: ['x'],
    },
  );
  assert.deepEqual(typedResource(' api:1 accountId=7 ').resource, { images: ['api:1'], accountIDs: ['7'] });
  assert.deepEqual(typedResource(String.raw`label="two words" host=A\B namespace=""`).resource, {
    labels: ['two words'],
    hosts: [String.raw`A\B`],
    namespaces: [],
  });
});

test('what is no resource says why', () => {
  const problems: Readonly<Record<string, ResourceProblem>> = {
    '  ': { code: 'empty', word: '' },
    'label="a': { code: 'open-quote', word: 'label="a' },
    'a"b c': { code: 'open-quote', word: 'a"b c' },
    'color=red': { code: 'unknown-field', word: 'color' },
    'image=a namespace=': { code: 'no-value', word: 'namespace' },
    'image=a b': { code: 'twice', word: 'image' },
    'host=a host=b': { code: 'twice', word: 'host' },
    'registry.example/*': { code: 'pattern', word: 'registry.example/*' },
  };
  for (const [text, problem] of Object.entries(problems)) {
    assert.deepEqual(typedResource(text).problem, problem, text);
  }
});

test('a resource is written so that it is read again', () => {
  for (const resource of [
    { images: ['a/b:1'], namespaces: ['dev'] },
    { labels: ['two words', 'with "quotes"', String.raw`and \ this`, 'a=b'], hosts: [String.raw`A\B`] },
    {
      namespaces: [],
      functions: ['f'],
      containers: ['c'],
      clusters: ['k'],
      appIDs: ['p'],
      accountIDs: ['1'],
    },
  ]) {
    assert.deepEqual(typedResource(resourceText(resource)).resource, resource);
  }
});

test('an example that was told elsewhere is read as it stands there', () => {
  const told = 'image registry.example/payments/api:1.4, label compliance:pci and team:a, appId shop';
  assert.deepEqual(typedResource(told).resource, {
    images: ['registry.example/payments/api:1.4'],
    labels: ['compliance:pci', 'team:a'],
    appIDs: ['shop'],
  });
  assert.deepEqual(typedResource('host web-1').resource, { hosts: ['web-1'] });
  for (const other of ['image a b', 'image a, color red', 'image a, image b', 'image a*']) {
    assert.notDeepEqual(Object.keys(typedResource(other).resource ?? {}), ['images'], other);
  }
});

test('the fields that a word can become are offered, each once but labels', () => {
  const texts = (text: string): readonly string[] => fieldsFor(text).map((one) => one.text);
  assert.deepEqual(texts('n'), ['namespace=']);
  assert.deepEqual(texts('image=x ho'), ['image=x host=']);
  assert.deepEqual(texts('label=a:b host=x la'), ['label=a:b host=x label=']);
  assert.deepEqual(texts('host=x h'), []);
  assert.equal(texts('').length, 9);
});

test('a text of the clipboard is a resource only when it looks like one', () => {
  for (const text of ['registry.example/payments/api:1.4\n', 'payments/api', 'namespace=dev label=a:b']) {
    assert.ok(looksLikeResource(text), text);
  }
  for (const text of [
    '',
    'hello',
    'https://x.example/a',
    'Zm9v/YmFy+x==',
    'a b',
    'color=red',
    'image=a\nhost=b',
  ]) {
    assert.ok(!looksLikeResource(text), text);
  }
});
