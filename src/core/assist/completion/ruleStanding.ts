import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RulePlace } from '../../document/ruleEdits.ts';
import type { OrderFinding } from '../../order/orderAnalysis.ts';
import { namedRuleAt, type NamedRule } from '../../order/ruleFindings.ts';
import type { OrderOfList } from '../order/documentOrder.ts';
import type { RuleView } from '../../document/ruleView.ts';

/** A rule is judged together with its neighbors, because the first match applies. */
export interface RuleStanding {
  readonly rule: RuleView;
  readonly count: number;
  /** These findings are certain effects of the rule's place. */
  readonly findings: readonly OrderFinding[];
  /** The rules above that match everything the rule covers; empty for a rule that applies. */
  readonly coveredBy: readonly NamedRule[];
  /** The count covers rules below that never apply because of this rule alone. */
  readonly shadowedCount: number;
  /** The reason why a finding may be missing. It is also absent while the order is being analyzed. */
  readonly gap?: 'not analyzed' | 'unknown' | undefined;
}

/** The result uses the analyzed `lists` of the current document. It is undefined when the rule does not exist. */
export function ruleStanding(
  policy: PolicyDocument,
  { array, index }: RulePlace,
  lists: readonly OrderOfList[] | undefined,
): RuleStanding | undefined {
  const rules = policy.array(array)?.rules ?? [];
  const rule = rules[index];
  const list = lists?.find((candidate) => candidate.array === array);
  if (!rule || !list) {
    return rule && { rule, count: rules.length, findings: [], coveredBy: [], shadowedCount: 0 };
  }
  const findings = list.findings.filter((finding) => finding.rule === index);
  return {
    rule,
    count: rules.length,
    findings,
    coveredBy: findings
      .filter(neverApplies)
      .flatMap(({ by }) => by.map((place: number) => namedRuleAt(list, place))),
    shadowedCount: list.findings.filter(
      (finding) => neverApplies(finding) && finding.by.length === 1 && finding.by[0] === index,
    ).length,
    gap: findings.some(neverApplies) ? undefined : gapAt(list, index),
  };
}

function neverApplies({ kind }: OrderFinding): boolean {
  return kind === 'shadowed-rule' || kind === 'redundant-rule';
}

function gapAt({ rules, notAnalyzed }: OrderOfList, index: number): RuleStanding['gap'] {
  const { enabled = false, scopes = [] } = rules[index] ?? {};
  if (enabled && notAnalyzed.includes(index)) {
    return 'not analyzed';
  }
  return enabled && scopes.some(({ box }) => !box) ? 'unknown' : undefined;
}
