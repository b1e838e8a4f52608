import { canBeSeveral, everything, isRanges, type Box } from './scope.ts';

/**
 * A collection of a rule. Exactly known contents are in `box`. Otherwise `may` has at least all of the contents (absent: anything),
 * and scopes of the same name are equal.
 */
export interface NamedScope {
  readonly name: string;
  readonly box: Box | undefined;
  readonly may?: Box;
  /** Bounds for single resources where there is no `box`: resources in `least` are in it, resources outside `most` are not. */
  readonly single?: { readonly least?: Box; readonly most: Box };
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

/** Contains all that may be in a scope. */
export function reachOf({ box, may }: NamedScope): Box {
  return box ?? may ?? everything;
}

/** A collection, and its certain part where its contents are not exactly known: rules that name it match all of that part. */
export function withCertainSubset(scope: NamedScope): readonly NamedScope[] {
  const { name, box, single } = scope;
  return box || !single?.least || excludesLabels(single.least)
    ? [scope]
    : [scope, { name: `\nsurely ${name}`, box: single.least }];
}

/** A box that excludes labels is not certain for resources with several labels. */
function excludesLabels(box: Box): boolean {
  return box.some(
    (values, field) => values && canBeSeveral(field) && !isRanges(values) && values.none.length > 0,
  );
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
