import type { RuleEdit } from '../workspace/ruleEditor.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { RuleListChange } from '../../core/document/ruleActs.ts';

/** An edit of rules, or several moves of the same rules in a row: a person sees these as one edit. */
export interface EditGroup {
  readonly edits: readonly RuleEdit[];
  readonly last: RuleEdit;
  /** `order[place]` is the place of a rule before the group; undefined for a new rule. */
  readonly order: readonly (number | undefined)[];
}

/** Finds the last edit, with the moves before it that belong to it. */
export function lastEditGroup(edits: readonly RuleEdit[]): EditGroup | undefined {
  const last = edits.at(-1);
  if (!last) {
    return undefined;
  }
  let first = edits.length - 1;
  for (let before = edits[first - 1]; before && goesOn(before, edits[first]); before = edits[first - 1]) {
    first--;
  }
  const own = edits.slice(first);
  return { edits: own, last, order: orderOfAll(own) };
}

/** True when `next` moves the same rules further. */
function goesOn(before: RuleEdit, next: RuleEdit | undefined): boolean {
  return (
    before.act === 'move' &&
    next?.act === 'move' &&
    before.array === next.array &&
    before.to.length === next.from.length &&
    before.to.every((place, at) => next.from[at] === place)
  );
}

function orderOfAll([first, ...others]: readonly RuleEdit[]): EditGroup['order'] {
  let order = first?.order ?? [];
  for (const next of others) {
    const before = order;
    order = next.order.map((place) => (place === undefined ? undefined : before[place]));
  }
  return order;
}

/** The words for an edit. `old` and `now` are the places of the first edited rule before and after; 1 is the first place. */
export function editWords(
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
      return l10n.t('"{0}" renamed', name);
    case 'change':
      return l10n.t('"{0}" changed', name);
  }
}
