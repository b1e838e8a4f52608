import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import { orderFindings } from '../../../../src/core/assist/order/orderFindings.ts';
import { shownDiagnostics } from '../../../../src/core/assist/findings/shownDiagnostics.ts';
import { freshDiagnostics } from './orderFound.ts';
import { moveRules, removeRules, setMember } from '../../../../src/core/document/ruleEdits.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { ruleFindingOf } from '../../../../src/core/order/ruleFindings.ts';
import { findingsOf, ruleFindingsOf } from '../../order/freshAnalysis.ts';
import { OrderReader } from '../../../../src/core/order/orderReader.ts';
import { policyKind, policyKinds, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import { collections, drawnRules, kinds, names, policyOf, read, spellings } from './orderedPolicies.ts';
import { dear } from '../../dear.ts';

interface Edit {
  readonly what: 'move' | 'remove' | 'disable' | 'rename' | 'rescope';
  readonly at: number;
  readonly to: number;
}

const edits = fc.array(
  fc.record({
    what: fc.constantFrom<Edit['what']>('move', 'remove', 'disable', 'rename', 'rescope'),
    at: fc.nat(20),
    to: fc.nat(20),
  }),
  { minLength: 1, maxLength: 6 },
);

function apply(doc: PolicyDocument, { what, at, to }: Edit): void {
  const count = doc.array('rules')?.rules.length ?? 0;
  if (count === 0) {
    return;
  }
  const place = { array: 'rules', index: at % count };
  const made = {
    move: () => moveRules(doc, 'rules', [place.index], to % (count + 1)),
    remove: () => removeRules(doc, 'rules', [place.index]),
    disable: () => setMember(doc, place, ['disabled'], true),
    rename: () => setMember(doc, place, ['name'], `renamed ${to}`),
    rescope: () => setMember(doc, place, ['collections', 0, 'name'], names[to % names.length] ?? 'All'),
  };
  doc = rereadPolicy(doc, made[what]());
}

for (const { spelling, write } of spellings) {
  test(`kept up to date it says what a fresh look says, after any edits (${spelling})`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), drawnRules(8), edits, (kind, rules, all) => {
        const doc = read(write(policyOf(kind, rules)), spelling, kind);
        const kept = new DocumentOrder(kind, collections);
        for (const edit of all) {
          const lists = runToEnd(kept.update(doc));
          assert.deepEqual(
            shownDiagnostics(orderFindings(doc, lists), {}, Infinity),
            freshDiagnostics(doc, kind, collections),
          );
          // One that is abandoned midway changes nothing of the next.
          apply(doc, edit);
          const abandoned = kept.update(doc);
          abandoned.next();
          abandoned.next();
        }
      }),
      { numRuns: dear(100) },
    );
  });
}

test('it says of any policy what its data says', () => {
  fc.assert(
    fc.property(fc.constantFrom(...policyKinds), drawnRules(6), (kind, rules) => {
      const doc = read(spellings[0].write(policyOf(kind, rules)), 'json', kind);
      const lists = runToEnd(new DocumentOrder(kind, collections).update(doc));
      const value = doc.value();
      assert.ok(value);
      const data = new OrderReader(kind, collections)
        .read(value)
        .map((list) => ({ array: list.array, found: ruleFindingsOf(list, findingsOf(list)) }))
        .filter(({ found }) => found.length > 0);
      const seen = lists
        .map((list) => ({ array: list.array, found: list.findings.map((one) => ruleFindingOf(list, one)) }))
        .filter(({ found }) => found.length > 0);
      assert.deepEqual(seen, data);
    }),
    { numRuns: dear(300) },
  );
});

test('rules of the network name what stands beside the rules', () => {
  const kind = policyKind('cnns/container') ?? policyKinds.find(({ family }) => family === 'cnns');
  assert.ok(kind);
  const rule = { id: 1, name: 'first', src: 1, dst: 2, effect: 'alert', ports: [{ start: 80, end: 80 }] };
  const policy = {
    containerEnabled: true,
    containerRules: [rule, { ...rule, id: 2, name: 'second', effect: 'prevent' }],
    networkEntities: [
      { _id: 1, name: 'web', type: 'container', collections: [{ name: 'shop' }] },
      { _id: 2, name: 'data', type: 'container', collections: [{ name: 'prod' }] },
    ],
  };
  for (const { spelling, write } of spellings) {
    const doc = read(write(policy), spelling, kind);
    const [found, ...more] = freshDiagnostics(doc, kind, collections);
    assert.deepEqual([found?.code, found?.data.order.rule.name, more.length], ['shadowed-rule', 'second', 0]);
    assert.equal(doc.slice(found?.range.start ?? 0, found?.range.end ?? 0).replaceAll('"', ''), 'second');
  }
});

test('a text without a single meaning has no findings, and only the worst of many are shown', () => {
  const [kind] = kinds as [PolicyKind];
  const rules = Array.from({ length: 5 }, (_, body) => ({ body, named: ['All'], disabled: false }));
  const text = spellings[1].write(policyOf(kind, rules));
  assert.deepEqual(freshDiagnostics(read(`${text}\n: [`, 'yaml', kind), kind, collections), []);
  const doc = read(text, 'yaml', kind);
  const lists = runToEnd(new DocumentOrder(kind, collections).update(doc));
  const codes = (limit: number): readonly string[] =>
    shownDiagnostics(orderFindings(doc, lists), {}, limit)
      .map(({ code }) => code)
      .toSorted();
  assert.deepEqual(codes(3), ['more-problems', 'shadowed-rule', 'shadowed-rule', 'shadowed-rule']);
  assert.deepEqual(codes(9), ['redundant-rule', 'shadowed-rule', 'shadowed-rule', 'shadowed-rule']);
});
