import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { pause } from '../../../../src/core/util/pause.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import { scopeFieldsOf } from '../../../../src/core/policy/scopeFields.ts';
import { ScopesAtHand, type ScopesAtHandDeps } from '../../../../src/vscode/workspace/scopesAtHand.ts';

const lists = scopeFieldsOf('vulnerability/images').lists;
const collectionsOf = (count: number): KnownCollections =>
  new Map(Array.from({ length: count }, (_, at) => [`c${at}`, { images: [`team-${at}/*`] }]));

test('what the collections of the consoles name is related as soon as it is known, and shared', async () => {
  const changed = new Emitter<void>();
  let known: KnownCollections = new Map();
  const atHand = new ScopesAtHand({
    consoles: { consoles: [{ id: 'a' }] },
    scopes: { ofConsole: async () => known, onDidChange: changed.event },
    log: silentLogger,
  } as unknown as ScopesAtHandDeps);
  const classesOf = (collections: KnownCollections): number =>
    atHand.of(collections).of(lists).pool.classes.size;
  const prepared = async (count: number): Promise<void> => {
    known = collectionsOf(count);
    changed.fire();
    while (classesOf(known) < count) {
      await pause();
    }
  };
  await prepared(100);
  const before = atHand.of(known);
  assert.equal(atHand.of(known), before);
  await prepared(120);
  assert.notEqual(atHand.of(known), before, 'other collections are others, whatever they are called');
  atHand.dispose();
});
