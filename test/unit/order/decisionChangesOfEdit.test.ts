import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import {
  decisionChangesOfEdit,
  policyDecisionChanges,
  type PolicyDecisionChanges,
} from '../../../src/core/order/policyDecisionChanges.ts';
import { OrderReader, type ListOrder } from '../../../src/core/order/orderReader.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import { collections, drawnRules, kinds, policyOf } from '../assist/order/orderedPolicies.ts';
import { factsText } from './factsText.ts';

type Drawn = Parameters<typeof policyOf>[1][number];

/** An edit of drawn rules, and what it did to their places. */
interface Edited {
  readonly rules: readonly Drawn[];
  readonly order: readonly (number | undefined)[];
  /** Places of rules that are gone or say something else. */
  readonly was: readonly number[];
}

const acts: Readonly<
  Record<string, (rules: readonly Drawn[], chosen: readonly number[], one: Drawn) => Edited>
> = {
  deleted: (rules, chosen) => {
    const order = [...rules.keys()].filter((index) => !chosen.includes(index));
    return { rules: order.map((index) => rules[index]!), order, was: chosen };
  },
  'switched on or off': (rules, chosen) => ({
    rules: rules.map((rule, index) =>
      chosen.includes(index) ? { ...rule, disabled: !rule.disabled } : rule,
    ),
    order: [...rules.keys()],
    was: chosen,
  }),
  duplicated: (rules, chosen) => ({
    rules: rules.flatMap((rule, index) => (chosen.includes(index) ? [rule, rule] : [rule])),
    order: [...rules.keys()].flatMap((index) => (chosen.includes(index) ? [index, undefined] : [index])),
    was: [],
  }),
  added: (rules, [at = 0], one) => ({
    rules: rules.toSpliced(at, 0, one),
    order: ([...rules.keys()] as (number | undefined)[]).toSpliced(at, 0, undefined),
    was: [],
  }),
};

function read(reader: OrderReader, kind: PolicyKind, rules: readonly Drawn[]): ListOrder {
  const document = parseJson(JSON.stringify(policyOf(kind, rules)));
  assert.ok(document instanceof Map);
  const [list] = reader.read(document);
  assert.ok(list);
  return list;
}

const places = (all: PolicyDecisionChanges): string[] =>
  all.decisions.map(({ from, to, change }) => `${from?.index} ${to?.index} ${factsText(change)}`).sort();

for (const kind of kinds) {
  for (const [act, edit] of Object.entries(acts)) {
    test(`${kind.name}: when rules are ${act}, what changes hands is what the two policies say`, () => {
      let changed = 0;
      const numbers = fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(drawnRules(7), numbers, drawnRules(1), (rules, some, [one]) => {
          const chosen = some.filter((index) => index < rules.length);
          fc.pre(chosen.length > 0 && one !== undefined);
          const edited = edit(rules, chosen, one);
          const reader = new OrderReader(kind, collections);
          const [before, after] = [read(reader, kind, rules), read(reader, kind, edited.rules)];
          const was = new Map(
            edited.was.map((index) => [
              index,
              { value: before.written[index] ?? null, rule: before.rules[index]! },
            ]),
          );
          const told = decisionChangesOfEdit(after, { order: edited.order, was });
          // As a plan would tell it, if it took for the same what is the same.
          const names = new Map(edited.order.map((old, place) => [place, old]));
          const named = (list: ListOrder, nameOf: (place: number) => string): ListOrder => ({
            ...list,
            written: list.written.map((rule, place) =>
              rule instanceof Map ? new Map([...rule, ['name', nameOf(place)]]) : rule,
            ),
            rules: list.rules.map((rule, place) => ({ ...rule, name: nameOf(place) })),
          });
          const plan = policyDecisionChanges(
            [named(before, (place) => `rule ${place}`)],
            [named(after, (place) => `rule ${names.get(place) ?? `new at ${place}`}`)],
          );
          changed += told.decisions.length;
          assert.equal(told.isComplete, plan.isComplete);
          assert.deepEqual(places(told), places(plan));
        }),
        { numRuns: 200 },
      );
      assert.ok(act === 'duplicated' ? changed === 0 : changed > 0, `${changed} changes`);
    });
  }
}
