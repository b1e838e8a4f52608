import type { Example } from '../order/example.ts';
import type { NamedRule } from '../order/ruleFindings.ts';

/** A rule of a policy, by its list and place. */
export interface PlacedRule extends NamedRule {
  readonly array: string;
}

export interface MissingName {
  readonly of: 'rule' | 'collection';
  readonly name: string;
  /** The one that may be meant. */
  readonly meant?: string;
}

/** `there is no rule "paymnets"; did you mean "payments"?` */
export function missingWords({ of, name, meant }: MissingName): string {
  return `there is no ${of} "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

/** The result of a test; `unknown` where neither a pass nor a failure can be proven. */
export interface TestResult {
  readonly outcome: 'passed' | 'failed' | 'unknown';
  /** Whether the test holds: it passed, or it is not known and the test allows that. */
  readonly holds: boolean;
  readonly expected: string;
  /** What is so instead; empty where it passed. */
  readonly actual: string;
  /** Something for which it is so. */
  readonly example?: Example;
  /** Names in the test that the policy, or its console, does not have: then nothing was asked. */
  readonly missing?: readonly MissingName[];
  /** The rule because of which, in the policy. */
  readonly rule?: PlacedRule;
}

/** The outcome of a test, whatever it expects. */
export type Proof = Omit<TestResult, 'expected' | 'holds'>;
