import { canBeSeveral, everything, isRanges, type Box } from './scope.ts';

/**
 * A collection as a rule names it. Where it is known exactly what it names, `box` says it. Where not, `may` says what it
 * names at most (absent: anything), and its name tells it from others.
 */
export interface NamedScope {
  readonly name: string;
  readonly box: Box | undefined;
  readonly may?: Box;
  /** Bounds for single resources where there is no `box`: resources in `least` are in it, resources outside `most` are not. */
  readonly single?: { readonly least?: Box; readonly most: Box };
  /** Nothing can be in it, whatever else is unknown of it. */
  readonly isEmpty?: true;
  /** Whether it is not known because it has more patterns than are looked at. */
  readonly isBeyondLimit?: true;
  /** Why there is no `box`, as far as anybody can say. */
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
  /** Equal for rules that do the same to whatever they decide for. */
  readonly effect: string;
  /**
   * Whether one rule matches before another is unknown between groups, though their scopes are known: rules that look
   * at different ports of the same container, or at an address and a name that may be the same place.
   */
  readonly comparisonGroup?: string;
}

/** All that a scope may name. */
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

/** The effect is worked out when it is first asked for. */
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
