import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCollections } from '../../../../src/core/assist/findings/emptyCollections.ts';

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
    emptyCollections(text).map(({ code, range }) => [code, text.slice(range.start, range.end)]),
    [['empty-collection', 'none']],
  );
  assert.deepEqual(emptyCollections('collections: ['), []);
});
