import type { PolicyDocument, RuleView } from '../../document/policyDocument.ts';
import type { RulePlace } from '../../document/ruleEdits.ts';
import { ruleFindingOf, type RuleFinding } from '../../order/ruleFindings.ts';
import type { OrderOfList } from '../order/documentOrder.ts';

/** A rule among its neighbors: the first rule that matches decides. */
export interface RuleStanding {
  readonly rule: RuleView;
  readonly count: number;
  /** What its place is certain to do to it. */
  readonly found: readonly RuleFinding[];
  /** How many rules below decide for nothing because of it alone. */
  readonly taken: number;
  /** Why there may be more to say of its place. Absent also as long as its order is not worked out. */
  readonly open?: 'not analyzed' | 'unknown';
}

/** By what was found of the order; `lists` are those of the document as it is. Undefined when there is no such rule. */
export function ruleStanding(
  policy: PolicyDocument,
  { array, index }: RulePlace,
  lists: readonly OrderOfList[] | undefined,
): RuleStanding | undefined {
  const rules = policy.array(array)?.rules ?? [];
  const rule = rules[index];
  if (!rule) {
    return undefined;
  }
  const list = lists?.find((one) => one.array === array);
  const open = list && openOf(list, index);
  return {
    rule,
    count: rules.length,
    found: list
      ? list.findings.filter((one) => one.rule === index).map((one) => ruleFindingOf(list, one))
      : [],
    taken: (list?.findings ?? []).filter(
      ({ kind, by }) =>
        (kind === 'shadowed-rule' || kind === 'redundant-rule') && by.length === 1 && by[0] === index,
    ).length,
    ...(open && { open }),
  };
}

/** Of a rule for which nothing is left all is said. */
function openOf({ rules, findings, notAnalyzed }: OrderOfList, index: number): RuleStanding['open'] {
  const { enabled = false, scopes = [] } = rules[index] ?? {};
  if (
    !enabled ||
    findings.some(
      ({ kind, rule }) => rule === index && (kind === 'shadowed-rule' || kind === 'redundant-rule'),
    )
  ) {
    return undefined;
  }
  return notAnalyzed.includes(index)
    ? 'not analyzed'
    : scopes.some(({ box }) => !box)
      ? 'unknown'
      : undefined;
}
