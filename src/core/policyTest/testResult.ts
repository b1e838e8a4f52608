import type { Example } from '../order/example.ts';
import type { NamedRule } from '../order/orderFindings.ts';

/** A rule of a policy, by its list and place. */
export interface PlacedRule extends NamedRule {
  readonly array: string;
}

/** What became of a test. `not-known` is said where neither can be proven. */
export interface TestResult {
  readonly outcome: 'passed' | 'failed' | 'not-known';
  /** Whether the test holds: it passed, or it is not known and the test allows that. */
  readonly holds: boolean;
  readonly expected: string;
  /** What is so instead; empty where it passed. */
  readonly actual: string;
  /** Something for which it is so. */
  readonly example?: Example;
  /** The rule because of which, in the policy. */
  readonly rule?: PlacedRule;
}
