import { l10n } from '../../core/util/l10n.ts';
import type { RuleListChange } from '../workspace/ruleActs.ts';

/** Handed in, so that this file runs without the editor. */
/** What was done to which rules, in a sentence's beginning. `way`: where the first of moved ones stood and stands; the first rule is 1. */
export function deedWords(
  { act, name, from, to }: Pick<RuleListChange, 'act' | 'name' | 'from' | 'to'>,
  [old, now]: readonly [old: number, now: number],
): string {
  const count = Math.max(from.length, to.length);
  const isOne = count === 1;
  switch (act) {
    case 'move':
      return isOne
        ? l10n.t('"{0}" moved from {1} to {2}', name, old, now)
        : l10n.t('{0} rules moved to {1}–{2}', count, now, now + count - 1);
    case 'add':
      return l10n.t('"{0}" added at {1}', name, now);
    case 'delete':
      return isOne ? l10n.t('"{0}" deleted', name) : l10n.t('{0} rules deleted', count);
    case 'duplicate':
      return isOne ? l10n.t('"{0}" duplicated', name) : l10n.t('{0} rules duplicated', count);
    case 'enable':
      return isOne ? l10n.t('"{0}" enabled', name) : l10n.t('{0} rules enabled', count);
    case 'disable':
      return isOne ? l10n.t('"{0}" disabled', name) : l10n.t('{0} rules disabled', count);
    case 'rename':
    default:
      return l10n.t('"{0}" renamed', name);
  }
}
