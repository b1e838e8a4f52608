import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RulePlace } from '../../document/ruleEdits.ts';
import { ruleFindingOf, type RuleFinding } from '../../order/ruleFindings.ts';
import type { OrderOfList } from '../order/documentOrder.ts';
import type { RuleView } from '../../document/ruleView.ts';

/** A rule is judged together with its neighbors, because the first match applies. */
export interface RuleStanding {
  readonly rule: RuleView;
  readonly count: number;
  /** These findings are certain effects of the rule's place. */
  readonly found: readonly RuleFinding[];
  /** The count covers rules below that never apply because of this rule alone. */
  readonly taken: number;
  /** The reason explains missing findings. It is also absent while the order is being analyzed. */
  readonly open?: 'not analyzed' | 'unknown';
}

/** The result uses the analyzed `lists` of the current document. It is undefined when the rule does not exist. */
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
  const list = lists?.find((candidate) => candidate.array === array);
  const open = list && openOf(list, index);
  return {
    rule,
    count: rules.length,
    found: list
      ? list.findings
          .filter((finding) => finding.rule === index)
          .map((finding) => ruleFindingOf(list, finding))
      : [],
    taken: (list?.findings ?? []).filter(
      ({ kind, by }) =>
        (kind === 'shadowed-rule' || kind === 'redundant-rule') && by.length === 1 && by[0] === index,
    ).length,
    ...(open && { open }),
  };
}

/** A shadowed or redundant rule is fully described, so its result is never open. */
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
