import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { countOne } from './countOne.ts';
import { factsText } from '../order/factsText.ts';
import { images } from './workspace.ts';

const rule = (name: string, collection: string, value: number): object => ({
  name,
  collections: [{ name: collection }],
  blockThreshold: { enabled: true, value },
});
const document = (...rules: readonly object[]): JsonObject => fromPlain({ rules }) as JsonObject;

test('a resource is weaker where every rule that may apply is weaker', async () => {
  const below = [rule('here', 'x', 7), rule('rest', 'All', 9)];
  const { affected, counts } = await countOne({
    kind: images,
    plan: { live: document(rule('strict', 'All', 1), ...below), next: document(...below) },
    collections: new Map([
      ['All', {}],
      ['x', { namespaces: ['x'] }],
    ]),
    impacted: {
      async *resources() {
        // The namespace is unknown.
        const one = { id: 'a', name: 'a', kind: 'image', places: [{ images: ['a'] }] } as const;
        yield { rows: [one] };
      },
    },
  });
  assert.deepEqual(
    affected.map(({ change, isSure }) => [factsText(change), isSure]),
    [['weaker', false]],
  );
  assert.deepEqual(counts, { handed: 0, kept: 0, weaker: 1, mixed: 0, unknown: 0, perhaps: 0 });
});
