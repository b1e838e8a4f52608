import type { Example } from '../order/example.ts';
import type { NamedRule } from '../order/ruleFindings.ts';

/** A rule of a policy, with its list and index. */
export interface PlacedRule extends NamedRule {
  readonly array: string;
}

export interface MissingName {
  readonly of: 'rule' | 'collection';
  readonly name: string;
  /** The most similar existing name. */
  readonly meant?: string;
}

/** `there is no rule "paymnets"; did you mean "payments"?` */
export function missingWords({ of, name, meant }: MissingName): string {
  return `there is no ${of} "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

/** The result of a test; `unknown` where neither a pass nor a failure can be proven. */
export interface TestResult {
  readonly outcome: 'passed' | 'failed' | 'unknown';
  /** True when the test passed, or when its result is unknown and the test allows this. */
  readonly holds: boolean;
  readonly expected: string;
  /** The actual decision; empty where the test passed. */
  readonly actual: string;
  /** An example of the actual decision. */
  readonly example?: Example;
  /** Names in the test that the policy or its console lacks; such a test is not evaluated. */
  readonly missing?: readonly MissingName[];
  /** The rule of the policy that causes the result. */
  readonly rule?: PlacedRule;
}

/** The outcome of a test, without its expectation. */
export type Proof = Omit<TestResult, 'expected' | 'holds'>;
