import { firstOf } from '../../core/util/firstLines.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { RuleAction } from '../../core/order/effect/effectOf.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import type { RowDescription, RowMark } from '../platform/treeView.ts';
import type { RuleSummary } from '../workspace/policyDocuments.ts';
import { actionWords, orderMarkWords, isShadowed, isRedundant } from '../workspace/orderMarkWords.ts';
import { markWords } from '../workspace/ruleChangeWords.ts';

const icons: Readonly<Record<RuleAction, RowDescription['icon']>> = {
  block: { id: 'circle-slash', color: 'charts.red' },
  mixed: { id: 'shield', color: 'symbolIcon.classForeground' },
  alert: { id: 'bell', color: 'charts.yellow' },
  ignore: { id: 'eye-closed', color: 'descriptionForeground' },
  allow: { id: 'pass', color: 'charts.green' },
  unknown: { id: 'question' },
};

/** The number of collections on a row; the tooltip has all of them. */
const shownCollections = 3;

/** A rule, and the list in which it is shown. */
export interface ShownRule {
  readonly rule: RuleSummary;
  readonly policy: PolicyKind;
  /** Rules in the list. */
  readonly count: number;
}

export function describeRule({ rule, policy, count }: ShownRule): RowDescription {
  const action = rule.action();
  const number = rule.index + 1;
  const name = rule.name ?? (rule.isSure ? l10n.t('(no name)') : l10n.t('(not readable)'));
  const scope = rule.isSure ? scopeWords(rule, policy) : undefined;
  const disabled = rule.isSure && rule.disabled ? l10n.t('disabled') : undefined;
  const findings = rule.order()?.findings;
  const mark = rule.isSure ? rule.mark() : undefined;
  const order = orderMarkWords(findings, rule.collections.length);
  return {
    label: `${number}. ${name}`,
    description: [disabled, order, scope].filter((part) => part !== undefined).join(' · '),
    icon: disabled !== undefined ? { id: icons[action].id, color: 'disabledForeground' } : icons[action],
    capabilities: [
      'rule',
      'canMove',
      ...(policy.isNetwork ? [] : ['canInsert']),
      ...(policy.extra.includes('impacted') ? ['canShowImpacted'] : []),
      ...(policy.hasApps ? ['canTakeSpecification'] : []),
      ...(disabled === undefined ? ['enabled'] : ['disabled']),
      ...(isShadowed(findings) ? ['dead'] : []),
    ],
    accessibilityLabel: [
      l10n.t('Rule {0} of {1}', number, count),
      name,
      actionWords(action),
      scope === undefined ? undefined : l10n.t('scope {0}', scope),
      disabled,
      order,
      ...(mark ? markWords(mark) : []),
    ]
      .filter((part) => part !== undefined)
      .join(', '),
    collapsible: 'none',
    ...(disabled !== undefined
      ? { tone: 'dimmed' }
      : isShadowed(findings) || isRedundant(findings)
        ? { tone: 'dead' }
        : {}),
    ...(mark ? { mark: letterOf(mark) } : {}),
  };
}

/** Network rules have a source and a destination in place of collections. */
function scopeWords({ collections }: RuleSummary, { isNetwork }: PolicyKind): string | undefined {
  if (collections.length === 0) {
    return isNetwork ? undefined : l10n.t('no collection');
  }
  return firstOf(collections, shownCollections);
}

/** The letter of a mark. Marks that need a choice come first. */
export function letterOf({ here, live, isConflict }: RuleMark): RowMark {
  if (isConflict) {
    return 'C';
  }
  if (here?.added) {
    return 'A';
  }
  if (here?.changed || here?.renamedFrom !== undefined) {
    return 'M';
  }
  return here ? 'R' : live ? 'L' : 'M';
}
