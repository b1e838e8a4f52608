import { decisionChanges } from '../src/core/order/decisionChanges.ts';
import { runToEnd } from '../src/core/util/inSlices.ts';
import { IncrementalOrder } from '../src/core/order/incrementalOrder.ts';
import { reachOf, type OrderedRule } from '../src/core/order/orderedRule.ts';
import { readScope } from '../src/core/order/scopeReader.ts';
import { areBoxesSurelyApart } from '../src/core/order/scope.ts';
import { resourceLists } from '../src/core/policy/collections.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { collect, counted } from './counted.ts';
import { longestStep, OrderClock } from './orderClock.ts';
import { OrderPolicies } from './orderPolicies.ts';
import { random } from './random.ts';

/** Rules in another order: for each place, where the rule stood. */
interface Reordered {
  readonly before: readonly OrderedRule[];
  readonly order: readonly number[];
}

/** How many pairs of rules something changes hands between, or may. */
type Comparer = (reordered: Reordered) => { readonly pairs: number; readonly wrong?: string };

function asOrdinance({ before, order }: Reordered): Parameters<typeof decisionChanges> {
  const counterparts: number[] = [];
  order.forEach((from, to) => (counterparts[from] = to));
  return [before, order.map((from) => before[from] as OrderedRule), counterparts];
}

const ordinance: Comparer = (reordered) => {
  const { changes, isComplete } = decisionChanges(...asOrdinance(reordered));
  return { pairs: changes.length, ...(!isComplete && { wrong: 'does not tell all' }) };
};

/** As in an editor, where the policy is open: its order is analyzed, and so the code is there. */
const ofOpen: Comparer = (reordered) => ordinance(reordered);

/** Each two rules whose order is another, with their collections side by side: only what may change hands, without an example. */
const pairwise: Comparer = ({ before, order }) => {
  let pairs = 0;
  const mayMeet = (one: OrderedRule, other: OrderedRule): boolean =>
    one.scopes.some((own) => other.scopes.some((wide) => !areBoxesSurelyApart(reachOf(own), reachOf(wide))));
  for (const [to, from] of order.entries()) {
    for (let next = to + 1; next < order.length; next++) {
      const [one, other] = [before[from], before[order[next] as number]];
      if ((order[next] as number) < from && one?.enabled && other?.enabled && mayMeet(one, other)) {
        pairs++;
      }
    }
  }
  return { pairs };
};

/** Up and down, near and far. `run`: from zero on. */
function oneMove(count: number, run: number): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  const from = (run * 37 + 5) % 400;
  const to = run % 2 === 0 ? (run * 53 + 200) % 600 : (run * 1663 + 40) % count;
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

function moveCase(
  id: string,
  title: string,
  count: number,
  orderOf: (count: number, run: number) => number[],
  engines: Readonly<Record<string, Comparer>>,
): Case {
  return caseOf(id, `${title}, ${count} rules of 600 collections`, engines, async (compare) => {
    const clock = new OrderClock();
    const found: number[] = [];
    let [run, wrong]: [number, string | undefined] = [0, undefined];
    const samples = await counted(() => {
      const reordered = { before: new OrderPolicies(600).rules(count), order: orderOf(count, run++) };
      const open = new IncrementalOrder();
      if (compare === ofOpen) {
        runToEnd(open.updateSteps(reordered.before));
      }
      collect();
      const time = clock.time(() => {
        const told = compare(reordered);
        found.push(told.pairs);
        wrong ??= told.wrong;
      });
      // So that it is there until then.
      runToEnd(open.updateSteps([]));
      return time;
    });
    const note = `${found.slice(1).join(', ')} pairs of rules; ${clock.summary()}`;
    return { samples, note, ...(wrong !== undefined && { wrong }) };
  });
}

/** Each takes all but what begins or ends in one of five ways: something is left only where for each of them one is met. */
function hardRules(count: number, seed: number): OrderedRule[] {
  const next = random(seed);
  const below = (most: number): number => Math.floor(next() * most);
  const lists = resourceLists.filter((list) => list !== 'labels');
  const all = new Set(resourceLists);
  return Array.from({ length: count }, (_, place) => {
    const patterns = new Map<string, string[]>();
    for (let way = 0; way < 5; way++) {
      const list = lists[below(lists.length)] ?? 'images';
      const own = patterns.get(list) ?? ['*'];
      own.push(below(2) === 0 ? `-v${below(4)}*` : `-*v${below(4)}`);
      patterns.set(list, own);
    }
    return {
      name: `rule ${place}`,
      enabled: true,
      effect: String(place % 2),
      scopes: [readScope(`collection ${place}`, Object.fromEntries(patterns), all)],
    };
  });
}

const hardCase = caseOf<number>(
  'P10-hard',
  'the hard case: collections that all take away from one another, as many rules',
  { 'Ordinance, 300': 300, 'Ordinance, 1 000': 1000 },
  async (count) => {
    const clock = new OrderClock();
    let notAnalyzed = 0;
    let seed = 0;
    const samples = await counted(() => {
      // Other rules in each run: how hard they are depends on which collections come first.
      const rules = hardRules(count, ++seed);
      collect();
      const run = (): number => runToEnd(new IncrementalOrder().updateSteps(rules)).notAnalyzed.length;
      return clock.time(() => (notAnalyzed = Math.max(notAnalyzed, run())));
    });
    const steps = new IncrementalOrder().updateSteps(hardRules(count, 1));
    return {
      samples,
      note: `at most ${notAnalyzed} of ${count} rules not analyzed; ${clock.summary()}; ${longestStep(steps)}`,
      ...(notAnalyzed === 0 && { wrong: 'is not hard' }),
    };
  },
);

const reversed = (count: number): number[] => Array.from({ length: count }, (_, place) => count - 1 - place);

export const orderMoveCases: readonly Case[] = [
  moveCase('P10b', 'what changes hands by one move', 10_000, oneMove, {
    Ordinance: ordinance,
    'Ordinance, policy open': ofOpen,
    pairwise,
  }),
  moveCase('P10b-reverse', 'what changes hands when the order is turned round', 1000, reversed, {
    Ordinance: ordinance,
    pairwise,
  }),
  hardCase,
];
