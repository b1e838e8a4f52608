import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCollectionsFile } from '../../../../src/core/assist/consoleFile/checkCollectionsFile.ts';
import { checkTwins } from './twin.ts';

test('a collection in which nothing can be is found where it is written', () => {
  const text = [
    'collections:',
    '  - name: shop',
    "    images: ['shop/*', '-shop/old*']",
    '  - name: none',
    "    clusters: ['_*', '-_*', '-_']",
    '  - name: labels',
    "    labels: ['team:a', '-team:a']",
    '  - name: unread',
    "    hosts: ['a*b', '-a*b']",
    '',
  ].join('\n');
  assert.deepEqual(
    checkCollectionsFile(text).map(({ code, range }) => [code, text.slice(range.start, range.end)]),
    [['empty-collection', 'none']],
  );
  assert.deepEqual(
    checkCollectionsFile('collections: [').map(({ code }) => code),
    ['collections-file'],
  );
});

test('network entities name collections in which something can be', () => {
  const scopes = new Map([
    ['none', { namespaces: ['dev*', '-dev*'] }],
    ['shop', { images: ['shop/*'] }],
  ]);
  const ofType = (type: string): readonly unknown[] =>
    checkTwins(
      'cnns/network',
      {
        containerRules: [{ id: 1, name: 'a', src: 1, dst: 1 }],
        networkEntities: [
          { _id: 1, name: 'x', type, collections: [{ name: 'shop' }, { name: 'none' }, { name: 'new' }] },
        ],
      },
      { known: () => ({ scopes }) },
    ).flatMap(({ code, text }) => (code === 'empty-collection' ? [text] : []));
  assert.deepEqual(ofType('container'), ['none']);
  assert.deepEqual(ofType('subnet'), [], 'subnets have no collections');
});
