import { exampleAt, exampleWords } from '../order/example.ts';
import type { ListOrder } from '../order/orderReader.ts';
import { findCommonPart, type RegionLimits } from '../order/rulesApplyingIn.ts';
import { namedRule, placedRule } from './decidedBy.ts';
import type { Proof } from './testResult.ts';
import type { TestedPolicy } from './testedPolicy.ts';

/** Passes where of every two of the rules the first stands above the other, or nothing is named by both. */
export function proveOrder(policy: TestedPolicy, names: readonly string[], limits: RegionLimits): Proof {
  // Names may be those of rules of several lists: then it has to be so in each.
  const lists = policy.lists.filter(({ rules }) => rules.some(({ name }) => name === names[0]));
  if (lists.length === 0) {
    return { outcome: 'failed', actual: 'there is no such rule' };
  }
  const proofs = lists.map((list) => proveIn(policy, list, names, limits));
  return (
    proofs.find(({ outcome }) => outcome === 'failed') ??
    proofs.find(({ outcome }) => outcome !== 'passed') ?? { outcome: 'passed', actual: '' }
  );
}

function proveIn(
  policy: TestedPolicy,
  list: ListOrder,
  names: readonly string[],
  limits: RegionLimits,
): Proof {
  const places = names.map((name) => placesOf(list, name));
  const problem = problemOf(policy, list, names, places);
  if (problem !== undefined) {
    return { outcome: 'failed', actual: problem };
  }
  let open: Proof | undefined;
  for (const [at, [upper]] of places.entries()) {
    for (const [lower] of places.slice(at + 1)) {
      const proof =
        upper !== undefined && lower !== undefined ? provePair(list, upper, lower, limits) : undefined;
      if (proof?.outcome === 'failed') {
        return proof;
      }
      open ??= proof;
    }
  }
  return open ?? { outcome: 'passed', actual: '' };
}

function placesOf({ rules }: ListOrder, name: string): readonly number[] {
  return [...rules.keys()].filter((place) => rules[place]?.name === name);
}

function problemOf(
  { lists }: TestedPolicy,
  { rules, array }: ListOrder,
  names: readonly string[],
  places: readonly (readonly number[])[],
): string | undefined {
  for (const [at, [place, second]] of places.entries()) {
    const name = names[at] ?? '';
    if (place === undefined) {
      return `"${name}" is in another list: there is no order between ${lists.map((one) => one.array).join(' and ')}`;
    }
    if (second !== undefined) {
      return `${array} has more than one rule "${name}"`;
    }
    if (rules[place]?.enabled === false) {
      return `"${name}" is disabled, and takes no part`;
    }
  }
  return undefined;
}

/** Undefined: as it should be. */
function provePair(list: ListOrder, upper: number, lower: number, limits: RegionLimits): Proof | undefined {
  const [one, other] = [list.rules[upper], list.rules[lower]];
  if (upper < lower || !one || !other) {
    return undefined;
  }
  const shared = findCommonPart(one, other, limits);
  if (shared.kind === 'nothing') {
    return undefined;
  }
  const above = `${namedRule(list, lower)} is above ${namedRule(list, upper)}`;
  const rule = placedRule(list, lower);
  if (shared.kind !== 'something') {
    return { outcome: 'unknown', actual: `${above}; unknown whether they share anything`, rule };
  }
  const example = shared.example && exampleAt(list.kind, shared.example);
  const what = example ? exampleWords(example) : `what is in the collection "${shared.collection}"`;
  return { outcome: 'failed', actual: `${above}, and both name ${what}`, rule, ...(example && { example }) };
}
