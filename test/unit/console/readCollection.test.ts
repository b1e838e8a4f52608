import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCollection } from '../../../src/core/console/resources/editableLists.ts';
import { collectionsText, readCollections } from '../../../src/core/document/collectionsText.ts';
import { readScope } from '../../../src/core/order/scopeReader.ts';

const matters = new Set(['hosts', 'images'] as const);

test('a list of a collection that cannot be read is not taken for one that names everything', () => {
  for (const lists of [
    { images: 'web/*' },
    { images: { include: ['web/*'] } },
    { images: false },
    { images: [1, { pattern: 'web/*' }] },
    { images: ['*', null] },
    { regions: [{ name: 'eu' }] },
  ]) {
    const read = readCollection({ name: 'web', hosts: ['*'], ...lists });
    assert.ok(read);
    const { box, why } = readScope('web', read.patterns, matters);
    assert.deepEqual([box, why], [undefined, ['collections']], JSON.stringify(lists));
    const { collections } = readCollections(collectionsText(new Map([['web', read.patterns]])));
    assert.equal(readScope('web', collections?.get('web'), matters).box, undefined, 'kept in a file');
  }
});

test('what a collection says beside its lists constrains nothing', () => {
  const beside = { color: '#112233', system: false, prisma: true, owner: 'somebody', modified: 'x' };
  const read = readCollection({ name: 'web', ...beside, images: ['web/*'], hosts: null });
  assert.deepEqual(read?.patterns, { images: ['web/*'] });
});
