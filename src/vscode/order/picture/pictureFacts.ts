import { l10n } from '../../../core/util/l10n.ts';
import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import { comparisonGroupsOf } from '../../../core/order/orderedRule.ts';
import { namedColumns, type PictureColumn } from '../../../core/order/picture/orderPicture.ts';
import type { ScopeSource } from '../../workspace/consoleLookups.ts';
import { scopeSourceWords } from '../../workspace/scopeSourceWords.ts';
import type { PictureRule, RuleMark } from './pictureMessages.ts';

/** A rule shows the first of these marks that it has. */
const marks = ['shadowed-rule', 'redundant-rule', 'partly-shadowed-rule'] as const;

/** The rules of a list with their marks and columns. */
export function pictureRules(
  { rules, findings, notAnalyzed }: OrderOfList,
  columns: readonly PictureColumn[],
): readonly PictureRule[] {
  const named = namedColumns(columns, rules);
  const markOf = new Map<number, RuleMark>();
  const unclear = new Set(notAnalyzed);
  for (const mark of marks.toReversed()) {
    for (const { kind, rule } of findings) {
      if (kind === mark) {
        markOf.set(rule, mark);
      }
    }
  }
  return rules.map(({ name, enabled }, place) => ({
    name,
    mark: enabled ? (markOf.get(place) ?? (unclear.has(place) ? 'not-analyzed' : '')) : 'disabled',
    columns: named[place] ?? [],
  }));
}

/** Notes about the source of the collections, and about rules that were not analyzed. */
export function pictureNotes(
  list: OrderOfList,
  columns: readonly PictureColumn[],
  source: ScopeSource,
): readonly string[] {
  const unknown = columns.filter(({ isKnown }) => !isKnown).length;
  const { kind, isOff, rules, notAnalyzed } = list;
  return [
    ...(isOff
      ? [
          l10n.t(
            'The policy disables this list, so none of its rules applies. This shows the list as if it were enabled.',
          ),
        ]
      : []),
    ...scopeSourceWords(source),
    ...(unknown > 0 && source.kind !== 'nothing'
      ? [
          kind.isNetwork
            ? unknown === 1
              ? l10n.t('The connections of one column are partly unknown.')
              : l10n.t('The connections of {0} columns are partly unknown.', unknown)
            : unknown === 1
              ? l10n.t('The contents of one collection are unknown.')
              : l10n.t('The contents of {0} collections are unknown.', unknown),
        ]
      : []),
    ...(comparisonGroupsOf(rules).length > 1
      ? [
          kind.isNetwork
            ? l10n.t('Overlaps between rules for different types of destinations are mostly unknown.')
            : l10n.t('Overlaps between rules for different ports, hosts or systems are mostly unknown.'),
        ]
      : []),
    ...(notAnalyzed.length > 0
      ? [
          notAnalyzed.length === 1
            ? l10n.t('The analysis of one rule was not completed.')
            : l10n.t('The analysis of {0} rules was not completed.', notAnalyzed.length),
        ]
      : []),
  ];
}
