import { analyseLanes } from '../../order/lanes.ts';
import type { OrderedRule } from '../../order/orderedRule.ts';
import type { OrderFinding } from '../../order/orderFinding.ts';
import { reachOf } from '../../order/orderedRule.ts';
import type { RuleFinding } from '../../order/orderFindings.ts';
import { namesOf } from '../../order/orderWords.ts';
import { areBoxesSurelyApart } from '../../order/scope.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { FixData } from '../findings/finding.ts';

const removal: FixData = { kind: 'remove-rule', title: 'Delete the rule' };
const disabling: FixData = { kind: 'set', title: 'Disable the rule', path: ['disabled'], value: true };

/** What mends a finding whatever the other rules are. */
export function plainFixes({ family }: PolicyKind, { code, collection }: RuleFinding): readonly FixData[] {
  switch (code) {
    case 'redundant-rule':
    case 'no-effect-rule':
      return [removal, disabling];
    case 'covered-collection':
      return collection && family !== 'cnns' ? withoutCollections([collection.index], collection.name) : [];
    case 'dead-rule':
    case 'partly-dead-rule':
    default:
      // Which of them is meant depends on the others.
      return [];
  }
}

/** Everything that mends a finding, what keeps the rule first. `rules`: the list as it is. */
export function orderFixes(
  { kind, rules }: { readonly kind: PolicyKind; readonly rules: readonly OrderedRule[] },
  finding: RuleFinding,
): readonly FixData[] {
  const { code, collection } = finding;
  // Rules of the network name entities in place of collections.
  const canNarrow = kind.family !== 'cnns';
  switch (code) {
    case 'dead-rule':
      return [...ways(rules, finding, canNarrow), disabling, removal];
    case 'partly-dead-rule': {
      const scopes = rules[finding.rule.index]?.scopes ?? [];
      const same = [...scopes.keys()].filter((at) => scopes[at]?.name === collection?.name);
      return [
        ...(collection && same.length < scopes.length && canNarrow
          ? withoutCollections(same, collection.name)
          : []),
        ...ways(rules, finding, canNarrow),
      ];
    }
    case 'redundant-rule':
    case 'no-effect-rule':
    case 'covered-collection':
    default:
      return plainFixes(kind, finding);
  }
}

function withoutCollections(places: readonly number[], name: string): readonly FixData[] {
  return removals(`Take "${name}" out of the rule`, places);
}

/** One fix that takes collections out of the rule, or out of another one of the list. */
function removals(title: string, places: readonly number[], rule?: number): readonly FixData[] {
  // The last one first: what is above keeps its place.
  const [only, ...more] = places.toReversed().map((at) => ({
    kind: 'remove' as const,
    title,
    path: ['collections', at],
    ...(rule !== undefined && { rule }),
  }));
  return only ? [more.length === 0 ? only : { kind: 'several', title, steps: [only, ...more] }] : [];
}

/** Above the rules that take everything, as far down as possible; or less for one of those. Only what is sure to help. */
function ways(rules: readonly OrderedRule[], finding: RuleFinding, canNarrow: boolean): readonly FixData[] {
  const { index } = finding.rule;
  // What is below has no part in it.
  const above = rules.slice(0, index + 1);
  const isDeadBefore = deadIn(above);
  const moved = finding.by.toReversed().flatMap(({ index: to }) => {
    const order = [...above.slice(0, to), ...above.slice(index), ...above.slice(to, index)];
    if (isStill(order, finding, to)) {
      return [];
    }
    const [rule] = above.slice(index);
    const idle = findingsIn(order)
      .filter((one) => one.rule !== to && isDead(one) && !isDeadBefore.has(order[one.rule]))
      .map((one) => ({ index: one.rule, name: order[one.rule]?.name ?? '' }));
    return rule ? [{ to, idle }] : [];
  });
  const [lowest] = moved.toSorted((a, b) => a.idle.length - b.idle.length || b.to - a.to);
  const narrowed = canNarrow ? finding.by.flatMap((place) => narrowing(above, finding, place.index)) : [];
  return [
    ...(lowest
      ? [
          {
            kind: 'move-rule' as const,
            title: `Move the rule above ${nameOf(rules, lowest.to)}${idleWords(lowest.idle)}`,
            to: lowest.to,
          },
        ]
      : []),
    ...narrowed.slice(0, mostNarrowings),
  ];
}

const mostNarrowings = 3;

/** Takes out of a rule above the collections that may reach what the finding is about. */
function narrowing(above: readonly OrderedRule[], finding: RuleFinding, place: number): readonly FixData[] {
  const wide = above[place];
  const own = above[finding.rule.index]?.scopes ?? [];
  const concerned = finding.collection ? own.slice(finding.collection.index).slice(0, 1) : own;
  if (!wide) {
    return [];
  }
  const taken = [...wide.scopes.keys()].filter((at) => {
    const scope = wide.scopes[at];
    return (
      scope &&
      concerned.some((one) => one.name === scope.name || !areBoxesSurelyApart(reachOf(one), reachOf(scope)))
    );
  });
  if (taken.length === 0 || taken.length === wide.scopes.length) {
    return [];
  }
  const scopes = wide.scopes.filter((_, at) => !taken.includes(at));
  if (isStill(above.with(place, { ...wide, scopes }), finding, finding.rule.index)) {
    return [];
  }
  const names = taken.map((at) => `"${wide.scopes[at]?.name}"`);
  return removals(`Take ${listed(names)} out of ${nameOf(above, place)}`, taken, place);
}

function findingsIn(rules: readonly OrderedRule[]): readonly OrderFinding[] {
  return analyseLanes(rules).findings;
}

function isDead({ kind }: OrderFinding): boolean {
  return kind === 'dead' || kind === 'redundant';
}

function deadIn(rules: readonly OrderedRule[]): ReadonlySet<OrderedRule | undefined> {
  return new Set(
    findingsIn(rules)
      .filter(isDead)
      .map(({ rule }) => rules[rule]),
  );
}

/** A rule that is not wholly dead any more, or has its collection or its connections back, is mended. */
function isStill(
  rules: readonly OrderedRule[],
  { code, collection, connections }: RuleFinding,
  place: number,
): boolean {
  return findingsIn(rules).some((one) => {
    if (one.rule !== place) {
      return false;
    }
    const scope = one.kind === 'partly-dead' ? rules[place]?.scopes[one.scope] : undefined;
    const isSame = collection
      ? one.kind === 'partly-dead' && one.scope === collection.index
      : scope?.ends?.source === connections?.source && scope?.ends?.destination === connections?.destination;
    return isDead(one) || (code === 'partly-dead-rule' && scope !== undefined && isSame);
  });
}

function nameOf(rules: readonly OrderedRule[], index: number): string {
  return namesOf([{ index, name: rules[index]?.name ?? '' }]);
}

function idleWords(idle: readonly { index: number; name: string }[]): string {
  return idle.length === 0
    ? ''
    : `, after which ${namesOf(idle)} ${idle.length === 1 ? 'decides' : 'decide'} for nothing`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
