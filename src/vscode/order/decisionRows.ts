import { firstOf } from '../../core/util/firstLines.ts';
import { l10n } from '../../core/util/l10n.ts';
import { isSameDecision, sides, type ListDecision, type SideName } from '../../core/order/policyDecision.ts';
import type { NamedRule } from '../../core/order/ruleFindings.ts';
import { resourceFields } from '../../core/order/typedResource.ts';
import type { PolicyKind } from '../../core/policy/families.ts';

/** The decisions of one document of a policy, or the reason why they are unknown. */
export type SideDecision = { readonly decisions: readonly ListDecision[] } | { readonly problem: string };

/** The decisions of a policy by document. */
export interface PolicyDecisions {
  readonly kind: PolicyKind;
  readonly sides: Readonly<Partial<Record<SideName, SideDecision>>>;
}

/** A row of the answer, in words. */
export interface DecisionRow {
  readonly kind: PolicyKind;
  readonly side: SideName;
  readonly label: string;
  readonly description: string;
  /** Empty without details. */
  readonly detail: string;
  readonly state: 'applies' | 'no-rule' | 'unknown' | 'problem';
  /** The rule to show: the rule that applies, else the first that may. */
  readonly rule?: NamedRule & { readonly array: string };
}

/** The maximum number of characters of a rule name, because its line also names the policy and the document. */
const maxNameLength = 40;

/** One row per policy file; the base and the live policy have rows of their own where their decision differs. */
export function decisionRows(policies: readonly PolicyDecisions[]): readonly DecisionRow[] {
  return policies.flatMap((policy) => {
    const there = sides.filter((side) => policy.sides[side]);
    const [first] = there;
    const others = there.filter(
      (side) => side !== first && !areAlike(policy.sides[first!], policy.sides[side]),
    );
    // A row names its side, unless the policy file alone has an answer.
    const hasSides = others.length > 0 || first !== 'file';
    return [...(first ? [first] : []), ...others].flatMap((side) => rowsOf(policy, side, hasSides));
  });
}

function areAlike(first: SideDecision | undefined, other: SideDecision | undefined): boolean {
  if (!first || !other || 'problem' in first || 'problem' in other) {
    return false;
  }
  return (
    first.decisions.length === other.decisions.length &&
    first.decisions.every((decision, place) => {
      const same = other.decisions[place];
      return same !== undefined && isSameDecision(decision, same);
    })
  );
}

function rowsOf(
  { kind, sides: all }: PolicyDecisions,
  side: SideName,
  hasSides: boolean,
): readonly DecisionRow[] {
  const decided = all[side];
  const row = { kind, side, label: kind.name };
  const onSide = (text: string): string => (hasSides ? `${sideWords(side)}: ${text}` : text);
  if (!decided) {
    return [];
  }
  if ('problem' in decided) {
    return [{ ...row, description: onSide(decided.problem), detail: '', state: 'problem' }];
  }
  return decided.decisions.map((decision) => {
    const { array, rule, mayApply } = decision;
    const shownRule = rule ?? mayApply[0];
    const detail = [doneWords(decision), detailWords(decision)].filter((part) => part !== '').join(' · ');
    return {
      ...row,
      description: onSide(decisionWords(decision)),
      detail,
      state: mayApply.length > 0 ? 'unknown' : rule ? 'applies' : 'no-rule',
      ...(shownRule ? { rule: { array, ...shownRule } } : {}),
    };
  });
}

/** The rule that applies, and whether the answer is certain. The action has a line of its own, because both may be too long for one. */
function decisionWords({ rule, mayApply }: ListDecision): string {
  if (rule) {
    return mayApply.length === 0
      ? l10n.t('{0} applies', shortly(rule))
      : l10n.t('not certain: {0} applies, or a rule above', shortly(rule));
  }
  return mayApply.length === 0
    ? l10n.t('no rule applies')
    : l10n.t('unknown: {0} may apply', names(mayApply));
}

/** The action, unless the rule is unknown. */
function doneWords({ rule, effect, mayApply }: ListDecision): string {
  return rule || mayApply.length === 0 ? effect : '';
}

/** The rules above that may apply, the next rule, and why rules above do not match. */
function detailWords({ rule, mayApply, next, passed }: ListDecision): string {
  const because = ({ because: lists }: ListDecision['passed'][number]): string =>
    lists.map((list) => resourceFields[list]).join(', ');
  return [
    ...(rule && mayApply.length > 0 ? [l10n.t('Unknown: {0}', names(mayApply))] : []),
    ...(next.length > 0 ? [l10n.t('Next: {0}', names(next))] : []),
    ...(passed.length > 0
      ? [
          l10n.t(
            'These do not match: {0}',
            firstOf(
              passed.map((rule) =>
                rule.because.length > 0 ? `${named(rule)} (${because(rule)})` : named(rule),
              ),
            ),
          ),
        ]
      : []),
  ].join(' · ');
}

function sideWords(side: SideName): string {
  return { file: l10n.t('Policy file'), base: l10n.t('Base'), live: l10n.t('Live') }[side];
}

function names(rules: readonly NamedRule[]): string {
  return firstOf(rules.map((rule) => named(rule)));
}

/** The number distinguishes rules whose names begin alike. */
function shortly({ name, index }: NamedRule): string {
  return named({ name: name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name, index });
}

/** A rule by its name and number. */
export function named({ name, index }: NamedRule): string {
  return name === '' ? `#${index + 1}` : `"${name}" (#${index + 1})`;
}
