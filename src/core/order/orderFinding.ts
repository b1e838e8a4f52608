import type { Point } from './scope.ts';

/** What is certain about a rule because of its place. `by` are places of rules in rising order, but for covered collections. */
export type OrderFinding =
  /**
   * Nothing is left for it, and for something in its scope another effect is decided: `witness`. Where there is none it is not
   * known whether what decides does the same.
   */
  | {
      readonly kind: 'dead';
      readonly rule: number;
      readonly by: readonly number[];
      readonly witness?: Point | undefined;
    }
  /** Nothing is left for it, and whatever decides in its place does the same. */
  | { readonly kind: 'redundant'; readonly rule: number; readonly by: readonly number[] }
  /** Nothing is left for it in one of its collections. */
  | {
      readonly kind: 'partly-dead';
      readonly rule: number;
      readonly scope: number;
      readonly by: readonly number[];
    }
  /** Without it everything would be decided the same, by the rules `by` below it. */
  | { readonly kind: 'no-effect'; readonly rule: number; readonly by: readonly number[] }
  /** One of its collections is named before, or lies within others that it names: `by` are places of its collections. */
  | {
      readonly kind: 'covered-collection';
      readonly rule: number;
      readonly scope: number;
      readonly by: readonly number[];
    }
  /** Nothing can ever be in one of its collections: this is about the collection, and no rule is the cause. */
  | {
      readonly kind: 'empty-collection';
      readonly rule: number;
      readonly scope: number;
      readonly by: readonly [];
    };

export interface Analysis {
  /** By rule. */
  readonly findings: readonly OrderFinding[];
  /** Rules of which not all is said that could be, as the search gave up on them. */
  readonly notAnalyzed: readonly number[];
}

export interface AnalysisOptions {
  /** What happens to a resource for which no rule decides; undefined: nothing that a rule does equals it. */
  readonly effectOfNone?: string;
  /** Steps for one question. */
  readonly budget?: number;
  /** Steps for all hard questions together. */
  readonly hardBudget?: number;
  /** Looks at patterns, to relate all that is asked of fields. */
  readonly looks?: number;
}
