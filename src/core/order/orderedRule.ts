import { canBeSeveral, everything, isRanges, type Box, type FieldValues } from './scope.ts';
import type { Values } from './values.ts';

/**
 * A collection of a rule. Exactly known contents are in `box`. Otherwise a resource in `inner` is in it, a resource outside `outer`
 * is not (absent: nothing is certain), and scopes of the same name are equal.
 */
export interface NamedScope {
  readonly name: string;
  readonly box: Box | undefined;
  readonly inner?: Box;
  readonly outer?: Box;
  /** Nothing can be in it, even where its contents are not fully known. */
  readonly isEmpty?: true;
  /** The contents are unknown because the collection has too many patterns. */
  readonly isBeyondLimit?: true;
  /** Reasons why there is no `box`. */
  readonly why?: readonly UnknownReason[];
  /** The ends of connections, in words for people. Then `name` is only a key. */
  readonly ends?: { readonly source: string; readonly destination: string };
}

/** A rule as order sees it. */
export interface OrderedRule {
  readonly name: string;
  /** Disabled rules take no part. */
  readonly enabled: boolean;
  /** Together: a resource in one of them is in the scope of the rule. */
  readonly scopes: readonly NamedScope[];
  /** Equal for rules with the same action. */
  readonly effect: string;
  /**
   * Between rules of different groups, the first match is unknown even where their scopes are known: rules for different ports of
   * the same container, or for an address and a name that may be the same place.
   */
  readonly comparisonGroup?: string;
}

/** No resource outside of it is in a scope. */
export function outerBoxOf({ box, outer }: NamedScope): Box {
  return box ?? outer ?? everything;
}

/** Contains all that may be in a scope. A resource may have other labels beside an excluded label, so no label is excluded. */
export function reachOf(scope: NamedScope): Box {
  const outer = outerBoxOf(scope);
  return scope.box || !excludesLabels(outer)
    ? outer
    : outer.map((values, field) => (isExcludingLabels(values, field) ? { ...values, none: [] } : values));
}

export function containsEverything({ box }: NamedScope): boolean {
  return box !== undefined && box.every((values) => values === undefined);
}

/** A collection, and its certain part where its contents are not exactly known: rules that name it match all of that part. */
export function withCertainSubset(scope: NamedScope): readonly NamedScope[] {
  const { name, box, inner } = scope;
  return box || !inner || excludesLabels(inner) ? [scope] : [scope, { name: `\nsurely ${name}`, box: inner }];
}

/**
 * Whether a box excludes labels. It is not documented whether an excluded label outweighs an included label of the same resource, so
 * the contents of such a box are not exactly known.
 */
export function excludesLabels(box: Box): boolean {
  return box.some(isExcludingLabels);
}

function isExcludingLabels(values: FieldValues, field: number): values is Values {
  return values !== undefined && canBeSeveral(field) && !isRanges(values) && values.none.length > 0;
}

/** A rule whose effect is worked out when it is first read. */
export function orderedRule(rule: Omit<OrderedRule, 'effect'>, effect: () => string): OrderedRule {
  let known: string | undefined;
  return {
    ...rule,
    get effect() {
      known ??= effect();
      return known;
    },
  };
}

/** The groups of the enabled rules. */
export function comparisonGroupsOf(rules: readonly OrderedRule[]): readonly (string | undefined)[] {
  const groups: (string | undefined)[] = [];
  for (const { enabled, comparisonGroup: group } of rules) {
    if (enabled && !groups.includes(group)) {
      groups.push(group);
    }
  }
  return groups;
}

/** The rules as one group knows them. */
export function rulesKnownTo(
  rules: readonly OrderedRule[],
  group: string | undefined,
): readonly OrderedRule[] {
  return rules.map((rule) => (rule.comparisonGroup === group ? rule : ruleOfOtherGroup(rule)));
}

function ruleOfOtherGroup(rule: OrderedRule): OrderedRule {
  const scopes = rule.scopes.map((scope) => scopeOfOtherGroup(scope, rule.comparisonGroup));
  return orderedRule({ name: rule.name, enabled: rule.enabled, scopes }, () => rule.effect);
}

/** A collection that rules of a group name, as another group knows it. */
export function scopeOfOtherGroup(scope: NamedScope, group: string | undefined): NamedScope {
  const why = [scope.ends ? 'destinations' : 'endpoints'] as const;
  // Another name: what one group matches is not matched by the other.
  return {
    name: `${scope.name}\n${group ?? ''}`,
    box: undefined,
    outer: outerBoxOf(scope),
    why,
    ...(scope.isEmpty && { isEmpty: scope.isEmpty }),
  };
}

/** Reasons why the connections or resources of a rule are not fully known. */
export type UnknownReason = keyof typeof words;

const words = {
  collections: 'The contents of some collections are unknown.',
  'too-much': 'Some collections have more patterns than Ordinance analyzes.',
  misread: 'Some parts of the rules cannot be read.',
  'denied-ports': 'The meaning of port ranges with "deny" is not documented.',
  'no-ports': 'It is not documented whether a rule without ports applies to all ports.',
  'odd-ports': 'Some port ranges cannot be read.',
  domains: 'The meaning of a domain that is not a plain name is not documented.',
  subnets: 'Some subnets cannot be read.',
  'no-entity': 'Some rules connect entities that are missing or cannot be read.',
  'odd-entity': 'Some entities have unknown fields.',
  'odd-ends': 'Some rules connect entities of types that network rules may not support.',
  'open-entity': 'It is not documented how an entity that allows everything affects the rules.',
  destinations: 'Rules for destinations of different types may cover the same connections.',
  endpoints: 'It is not documented whether rules for different ports, hosts or systems affect each other.',
} as const;

/** A sentence for each, once. */
export function unknownReasonWords(reasons: readonly UnknownReason[]): readonly string[] {
  return [...new Set(reasons)].map((reason) => words[reason]);
}
