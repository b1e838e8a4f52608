import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weakerGate } from '../../../src/cli/remote/weakerGate.ts';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { changeWord } from '../../../src/core/order/effect/change.ts';
import type { CollectionPatterns } from '../../../src/core/policy/collections.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';

const ends = { enabled: true, date: '2099-01-01T00:00:00Z' };
const exceptions: readonly (readonly object[])[] = [
  [],
  ...['ignore', 'alert', 'block'].flatMap((effect) => [
    [{ id: 'CVE-2099-1', effect }],
    [{ id: 'CVE-2099-1', effect, expiration: ends }],
  ]),
  [{ id: 'CVE-2099-1', effect: 'later' }],
];

const collections = new Map<string, CollectionPatterns>([['All', {}]]);
const named = (name: string, more: object): object => ({ name, collections: [{ name: 'All' }], ...more });
const document = (...rules: readonly object[]): JsonObject => fromPlain({ rules }) as JsonObject;

test('a rule that blocks gives way to one that ignores: no exception of either hides that from the gate', () => {
  for (const before of exceptions) {
    for (const after of exceptions) {
      const legacy = named('legacy', {
        alertThreshold: { disabled: false, value: 1 },
        blockThreshold: { enabled: true, value: 7 },
        cveRules: before,
      });
      const below = named('below', {
        alertThreshold: { disabled: true, value: 0 },
        blockThreshold: { enabled: false, value: 0 },
        cveRules: after,
      });
      const plan = {
        ref: { console: 'test', policy: 'vulnerability/images' },
        live: document(legacy, below),
        next: document(below),
      } as unknown as PushPlan;
      const gate = weakerGate('weaker', { plans: [plan], refused: [] }, { collections, isKept: false });
      assert.equal(gate.result, 'failed', JSON.stringify([before, after]));
      const [reason] = gate.reasons;
      assert.match(changeWord(reason!.difference!.change), /^(?:weaker|mixed)$/);
    }
  }
});
