import { firstOf } from '../../../core/util/firstLines.ts';
import { l10n } from '../../../core/util/l10n.ts';
import { sentence } from '../../../core/util/sentence.ts';
import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import { effectWords } from '../../../core/order/effect/effectWords.ts';
import { exampleAt, exampleWords } from '../../../core/order/example.ts';
import { namedRuleAt, namesOf, orderWords, ruleAt, ruleFindingOf } from '../../../core/order/ruleFindings.ts';
import { cellStates, isTheory, stateAt, type CellState } from '../../../core/order/picture/cellState.ts';
import type { ColumnCells, PictureColumn } from '../../../core/order/picture/orderPicture.ts';
import type { PolicyDecisionChanges } from '../../../core/order/policyDecisionChanges.ts';
import { changedDecisionWords, moveWords } from '../../workspace/changedDecisionWords.ts';
import { named } from '../decisionRows.ts';
import { comparisonGroupsOf } from '../../../core/order/orderedRule.ts';
import type { ScopeSource } from '../../workspace/consoleLookups.ts';
import { scopeSourceWords } from '../../workspace/scopeSourceWords.ts';

/** A column with its cells. */
interface AskedColumn {
  readonly column: PictureColumn;
  readonly cells: ColumnCells;
}

/** Sentences about a cell: the rule that applies there, with an example. The number of rules as `place` means no rule. */
export function aboutCell(
  list: OrderOfList,
  place: number,
  { column, cells }: AskedColumn,
): readonly string[] {
  const what = namesOfColumn(column);
  const isRest = place === list.rules.length;
  const who = isRest ? l10n.t('no rule') : namesOf([namedRuleAt(list, place)]);
  const does = effectWords(list.kind, isRest ? undefined : ruleAt(list, place));
  const state = stateAt(cells.states, place);
  if (!isRest && !list.rules[place]?.enabled) {
    return [l10n.t('{0} is disabled, so it never applies.', who)];
  }
  const theory = isTheory(cells.states[place])
    ? [l10n.t('This is an overlap in theory: no column of the map is known to lie within it.')]
    : [];
  switch (state) {
    case cellStates.all:
      return [
        isRest
          ? l10n.t('No rule applies to anything in {0}: {1}.', what, does)
          : l10n.t('{0} applies to everything in {1}: {2}.', who, what, does),
      ];
    case cellStates.some: {
      const example = cells.exampleAt(place);
      const words = example ? exampleWords(exampleAt(list.kind, example)) : '';
      return [
        isRest
          ? l10n.t('No rule applies to some of {0}: {1}.', what, does)
          : l10n.t('{0} applies to some of {1}: {2}.', who, what, does),
        ...(words === '' ? [] : [l10n.t('For example: {0}', words)]),
        ...theory,
      ];
    }
    case cellStates.taken:
      return [l10n.t('{0} never applies in {1}.', who, what), ...above(list, place, cells), ...theory];
    case cellStates.notKnown:
      return [
        isRest
          ? l10n.t('Unknown whether every resource in {0} has a matching rule.', what)
          : l10n.t('Unknown whether {0} ever applies in {1}.', who, what),
        ...above(list, place, cells),
      ];
    case cellStates.notAnalyzed:
      return [l10n.t('Not analyzed: whether {0} ever applies in {1}.', who, what)];
    case cellStates.off:
    case cellStates.apart:
    default:
      return [
        isRest
          ? l10n.t('Every resource in {0} has a matching rule.', what)
          : l10n.t('{0} matches nothing in {1}.', who, what),
      ];
  }
}

/** The rules that apply in a collection, from top to bottom. */
export function aboutColumn(list: OrderOfList, { column, cells }: AskedColumn): readonly string[] {
  const what = namesOfColumn(column);
  const deciding = placesOf(cells, [cellStates.all, cellStates.some]).filter(
    (place) => place < list.rules.length,
  );
  const unclear = placesOf(cells, [cellStates.notKnown, cellStates.notAnalyzed]);
  const rest = stateAt(cells.states, list.rules.length);
  return [
    ...(column.isKnown ? [] : [l10n.t('The contents of {0} are partly unknown.', what)]),
    deciding.length === 0
      ? l10n.t('In {0}: the matching rule is unknown.', what)
      : l10n.t('In {0}: {1} apply.', what, namesAt(list, deciding)),
    ...(rest === cellStates.all || rest === cellStates.some
      ? [l10n.t('No rule applies to the rest: {0}.', effectWords(list.kind, undefined))]
      : []),
    ...(unclear.length > 0 ? [l10n.t('Unknown: {0}.', namesAt(list, unclear))] : []),
  ];
}

/** The action of a rule, and the findings about its place. */
export function aboutRule(list: OrderOfList, place: number): readonly string[] {
  const who = namesOf([namedRuleAt(list, place)]);
  if (place >= list.rules.length) {
    return [l10n.t('No rule applies here: {0}.', effectWords(list.kind, undefined))];
  }
  const does = effectWords(list.kind, ruleAt(list, place));
  return [
    list.rules[place]?.enabled
      ? l10n.t('{0} has position {1}: {2}.', who, place + 1, does)
      : l10n.t('{0} has position {1} and is disabled: {2}.', who, place + 1, does),
    ...list.findings
      .filter(({ rule }) => rule === place)
      .map((finding) => orderWords(ruleFindingOf(list, finding))),
    ...(list.notAnalyzed.includes(place)
      ? [l10n.t('The analysis was not completed: it took too long.')]
      : []),
  ];
}

function above(list: OrderOfList, place: number, cells: ColumnCells): readonly string[] {
  const deciding = placesOf(cells, [cellStates.all, cellStates.some]).filter((rule) => rule < place);
  return deciding.length === 0 ? [] : [l10n.t('Rules above apply there: {0}.', namesAt(list, deciding))];
}

function placesOf({ states }: ColumnCells, wanted: readonly CellState[]): readonly number[] {
  return states.split('').flatMap((_, place) => (wanted.includes(stateAt(states, place)) ? [place] : []));
}

/** The limit of the rules that a sentence names. */
const maxNamed = 5;

function namesAt(list: OrderOfList, places: readonly number[]): string {
  return firstOf(
    places.map((place) =>
      place === list.rules.length ? l10n.t('no rule') : named(namedRuleAt(list, place)),
    ),
    maxNamed,
  );
}

function namesOfColumn({ names }: PictureColumn): string {
  const [first = '', ...more] = names;
  return more.length === 0 ? `"${first}"` : `"${first}" (= ${more.map((name) => `"${name}"`).join(', ')})`;
}

/** The limit of changed decisions with a sentence of their own. */
const maxSentences = 6;

/** The changed decisions of a move, weaker ones first. */
export function previewSentences(changes: PolicyDecisionChanges): readonly string[] {
  const { decisions } = changes;
  const { length } = decisions;
  return [
    `${sentence(moveWords(changes))}.`,
    ...decisions.slice(0, maxSentences).map((decision) => {
      const { label, description, detail } = changedDecisionWords(decision);
      return `${label}: ${description} (${detail})`;
    }),
    ...(length > maxSentences ? [l10n.t('And {0} more.', length - maxSentences)] : []),
  ];
}

/** A sentence about moved rules. `place`: of the first of them, from 1. */
export function movedWords(names: readonly string[], place: number): string {
  const { length, 0: name = '' } = names;
  return length === 1
    ? l10n.t('"{0}" was moved to position {1}.', name, place)
    : l10n.t('{0} rules were moved to positions {1} to {2}.', length, place, place + length - 1);
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
