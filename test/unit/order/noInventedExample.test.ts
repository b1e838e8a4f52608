import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { findingsOf, ruleFindingsOf } from './freshAnalysis.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import type { CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { must } from './truth.ts';

const kind = must(policyKind('vulnerability/images'));
const collections = new Map<string, CollectionPatterns>([['shop', { images: ['shop/*'] }]]);

/** Of the last rule; each alerts from its own severity. */
function lastFinding(...rules: readonly (readonly [collection: string, severity: number])[]): unknown {
  const document = fromPlain({
    rules: rules.map(([name, value], at) => ({
      name: `rule ${at}`,
      collections: [{ name }],
      alertThreshold: { disabled: false, value },
    })),
  }) as JsonObject;
  const list = must(new OrderReader(kind, collections).read(document)[0]);
  const found = ruleFindingsOf(list, findingsOf(list)).find(({ rule }) => rule.index === rules.length - 1);
  return found && [found.code, found.example];
}

test('a shadowed rule has an example only where it is known that both collections contain it', () => {
  assert.deepEqual(lastFinding(['shop', 4], ['All', 7], ['shop', 7]), [
    'shadowed-rule',
    { image: 'shop/app' },
  ]);
  // Whether anything is in both, nobody knows: the rule that applies may do the same to all of it.
  assert.deepEqual(lastFinding(['shop', 4], ['All', 7], ['unread', 7]), ['shadowed-rule', undefined]);
  assert.deepEqual(lastFinding(['unread', 4], ['All', 7], ['shop', 7]), ['shadowed-rule', undefined]);
});
