import type { Box } from './scope.ts';

/** A collection as a rule names it. `box` is undefined when nothing certain is known of it: then only its name counts. */
export interface NamedScope {
  readonly name: string;
  readonly box: Box | undefined;
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
}
