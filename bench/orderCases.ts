import { IncrementalOrder } from '../src/core/order/incrementalOrder.ts';
import { runToEnd } from '../src/core/util/inSlices.ts';
import type { OrderedRule } from '../src/core/order/orderedRule.ts';
import { isFieldSurelyWithin, type Box } from '../src/core/order/scope.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { collect, counted } from './counted.ts';
import { longestStep, OrderClock } from './orderClock.ts';
import { orderMoveCases } from './orderMoveCases.ts';
import { OrderPolicies } from './orderPolicies.ts';

/** How many rules never apply. */
type Analyzer = (rules: readonly OrderedRule[]) => number;

const ordinance: Analyzer = (rules) => countNever(rules, new IncrementalOrder());

/** As in an editor that has analyzed a policy before: the code is there. */
const besideAnother: Analyzer = (rules) => {
  const order = new IncrementalOrder();
  const count = countNever(rules, order);
  open.splice(0, 1, order);
  return count;
};
const open: IncrementalOrder[] = [];

function countNever(rules: readonly OrderedRule[], order: IncrementalOrder): number {
  const { findings } = runToEnd(order.updateSteps(rules));
  return findings.filter(({ kind }) => kind === 'shadowed-rule' || kind === 'redundant-rule').length;
}

/**
 * Each collection of each rule beside those of every enabled rule above, until one has all of it. Does not see what several
 * take together, nor what decides instead.
 */
const pairwise: Analyzer = (rules) =>
  rules.filter(
    ({ enabled, scopes }, place) =>
      enabled &&
      scopes.length > 0 &&
      scopes.every(({ box }) => {
        for (let above = 0; above < place; above++) {
          const other = rules[above];
          if (
            other?.enabled &&
            other.scopes.some((one) => one.box && box && isBoxSurelyWithin(box, one.box))
          ) {
            return true;
          }
        }
        return false;
      }),
  ).length;

function isBoxSurelyWithin(inner: Box, outer: Box): boolean {
  return outer.every((values, field) => {
    const own = inner[field];
    return !values || (own !== undefined && isFieldSurelyWithin(own, values));
  });
}

function firstCase(
  id: string,
  count: number,
  collections: number,
  engines: Readonly<Record<string, Analyzer>>,
): Case {
  const title = `rules that never apply and the like, ${count} rules of ${collections} collections, first analysis`;
  return caseOf(id, title, engines, async (analyze) => {
    let found = 0;
    const clock = new OrderClock();
    const samples = await counted(() => {
      const rules = new OrderPolicies(collections).rules(count);
      if (analyze !== besideAnother) {
        open.length = 0;
      }
      collect();
      return clock.time(() => (found = analyze(rules)));
    });
    const few = new OrderPolicies(60).rules(1000);
    const wrong = ordinance(few) < pairwise(few) ? 'misses rules that pairs show' : undefined;
    const note = `${found} rules never apply; ${clock.summary()}`;
    if (analyze === pairwise) {
      return { samples, note };
    }
    const steps = new IncrementalOrder().updateSteps(new OrderPolicies(collections).rules(count));
    return { samples, wrong, note: `${note}; ${longestStep(steps)}` };
  });
}

/** Edits as people make them; `place` is where. */
const edits: readonly ((rules: OrderedRule[], place: number, from: OrderPolicies) => void)[] = [
  (rules, place) => rules.splice(place, 0, ...rules.splice((place * 7) % rules.length, 1)),
  (rules, place, from) => rules.splice(place, 0, from.rule(undefined, place)),
  (rules, place) => rules.splice(place, 1),
  (rules, place, from) =>
    (rules[place] = { ...from.rule(undefined, place), effect: rules[place]?.effect ?? '' }),
  (rules, place) => (rules[place] = { ...(rules[place] as OrderedRule), effect: 'effect 1' }),
  (rules, place) => (rules[place] = { ...(rules[place] as OrderedRule), enabled: false }),
];

/** Has seen the rules as they were, then answers how many never apply in those it gets. */
type Follower = (before: readonly OrderedRule[]) => Analyzer;

const kept: Follower = (before) => {
  const order = new IncrementalOrder();
  runToEnd(order.updateSteps(before));
  return (rules) => runToEnd(order.updateSteps(rules)).notAnalyzed.length;
};

const editCase = (id: string, count: number): Case =>
  caseOf<Follower>(
    id,
    `the same after one edit (moved, new, removed, other collections, other effect, disabled), ${count} rules, 600 collections`,
    { Ordinance: kept, 'Ordinance, from scratch': () => ordinance, pairwise: () => pairwise },
    async (follower) => {
      const from = new OrderPolicies(600);
      const rules = from.rules(count);
      const follow = follower(rules);
      let at = 0;
      const clock = new OrderClock();
      const samples = await counted(() => {
        const place = (at * 1663 + 40) % rules.length;
        edits[at++ % edits.length]?.(rules, place, from);
        return clock.time(() => follow(rules));
      });
      if (follower !== kept) {
        return { samples, note: clock.summary() };
      }
      const analysis = runToEnd(new IncrementalOrder().updateSteps(rules));
      const start = performance.now();
      const { length } = analysis.findings;
      const time = (performance.now() - start).toFixed(1);
      return {
        samples,
        note: `${clock.summary()}; to make all ${length} findings, which is done when they are read: ${time} ms`,
      };
    },
  );

const both = {
  Ordinance: ordinance,
  'Ordinance, another policy open': besideAnother,
  pairwise,
};
const alone = { Ordinance: ordinance };

export const orderCases: readonly Case[] = [
  firstCase('P10', 10_000, 600, both),
  editCase('P10-edit', 10_000),
  ...orderMoveCases,
  firstCase('P10-100', 100, 600, both),
  firstCase('P10-1000', 1000, 600, both),
  editCase('P10-1000-edit', 1000),
  firstCase('P10-100000', 100_000, 600, alone),
  firstCase('P10-100000-6000', 100_000, 6000, alone),
];
