import { l10n } from '../../core/util/l10n.ts';
import type { ConsoleResources } from '../../core/consoles/resources.ts';
import type { PolicyKind, PolicyName } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';

/** Images of virtual machines for rules for hosts; what mirrors requests for agentless rules. */
const listsOthers: ReadonlySet<PolicyName> = new Set(['compliance/host', 'waas/agentless']);

/** Why the console can not be asked what rules of a policy apply to; undefined when it can. */
export function whyNotListed(
  impacted: Pick<ConsoleResources['impacted'], 'shapeOf'>,
  kind: PolicyKind,
): string | undefined {
  if (listsOthers.has(kind.name)) {
    return l10n.t('Nothing to count: for {0} the console lists other resources.', kind.name);
  }
  return impacted.shapeOf(kind)
    ? undefined
    : l10n.t('Nothing to count: the console lists no resources for {0}.', kind.name);
}

/** Why there is nothing to count: by the rules of a plan no decision changes. Undefined when one does, or may. */
export function whyNothing({ consequences }: Pick<PushPlan, 'consequences'>): string | undefined {
  if (consequences?.decisionsChange !== false || consequences.actions.length > 0) {
    return undefined;
  }
  return consequences.outside
    ? l10n.t(
        'The rules change no decision, so there is nothing to count. The effect of the fields outside the rules is unknown.',
      )
    : l10n.t('No decision changes: there is nothing to count.');
}
