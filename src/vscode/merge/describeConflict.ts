import { l10n } from '../../core/util/l10n.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import {
  checkOf,
  clippedTexts,
  differingParts,
  severityOf,
  twinOf,
} from '../../core/policy/merge/conflictParts.ts';
import type { MergeChoice, MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { MergeSession } from './mergeSession.ts';
import type { ConflictNode, ConflictRow, MergeNode, Side, SideNode } from './conflictNode.ts';

/** Longer values are shown in the diff editor, not in a row. */
const longest = 60;
const MAX_RULE = 16;

export function describeConflictNode(node: ConflictNode, console: string): RowDescription {
  if (node.kind === 'merge') {
    return describeMerge(node, console);
  }
  return node.kind === 'conflict' ? describeRow(node) : describeSide(node);
}

/** The title of a conflict: `"rule" · effect`. */
export function conflictTitle(conflict: MergeConflict): string {
  if (conflict.kind === 'order') {
    return l10n.t('Order of {0}', conflict.array ?? '');
  }
  const { nth } = conflict;
  const name = conflict.rule ?? l10n.t('(document)');
  const rule = nth === undefined ? name : l10n.t('{0} (number {1} of that name)', name, nth);
  return conflict.path === '' ? rule : `${rule} · ${memberWords(conflict)}`;
}

/** Where the conflict is in its rule; a check is called by its number. */
function memberWords(conflict: MergeConflict): string {
  const check = checkOf(conflict);
  const words = check && l10n.t('check {0}', check.id);
  return words === undefined ? conflict.path : [words, check?.member].filter(Boolean).join(' · ');
}

/** The short title, in which the field stays visible, however long the name of the rule is. */
function shortTitle(conflict: MergeConflict): string {
  const { rule, path } = conflict;
  return rule === undefined || path === '' || rule.length <= MAX_RULE
    ? conflictTitle(conflict)
    : `${rule.slice(0, MAX_RULE - 1).trimEnd()}… · ${memberWords(conflict)}`;
}

/** The kind of change on each side, in a few words. With an unknown base, it is unknown who changed which value. */
export function conflictWords({ input }: Pick<MergeSession, 'input'>, conflict: MergeConflict): string {
  const twin = twinOf(input, conflict);
  const what = whatHappened(input, conflict);
  if (!twin) {
    return what;
  }
  const { side, at, field } = twin;
  const place = side === 'mine' ? l10n.t('rule {0} of mine', at) : l10n.t('rule {0} of live', at);
  return [what, place, ...(field ? [`${field.key}: ${field.text}`] : [])].join(' · ');
}

function whatHappened({ base }: MergeSession['input'], conflict: MergeConflict): string {
  const isUnknown = base === undefined || (conflict.kind === 'deleted' && conflict.base === undefined);
  const what: Readonly<Record<MergeConflict['kind'], string>> = isUnknown
    ? {
        field: l10n.t('differs'),
        deleted: l10n.t('on one side only'),
        order: l10n.t('in another order'),
      }
    : {
        field: l10n.t('changed on both sides'),
        deleted: l10n.t('deleted and changed'),
        order: l10n.t('moved on both sides'),
      };
  return what[conflict.kind];
}

export function choiceWords(choice: MergeChoice | undefined): string {
  switch (choice) {
    case undefined:
      return l10n.t('unresolved');
    case 'mine':
      return l10n.t('resolved: mine');
    case 'live':
      return l10n.t('resolved: live');
    case 'base':
      return l10n.t('resolved: base');
    default:
      return l10n.t('resolved: edited');
  }
}

export function sideWords(side: Side): string {
  const words: Readonly<Record<Side, string>> = {
    base: l10n.t('Base'),
    mine: l10n.t('Mine'),
    live: l10n.t('Live'),
  };
  return words[side];
}

function describeMerge(node: MergeNode, console: string): RowDescription {
  const { open, conflicts } = node.session.result;
  const label = node.session.input.kind.name;
  const state =
    conflicts.length === 0
      ? l10n.t('nothing in conflict')
      : open.length === 0
        ? l10n.t('all {0} resolved', conflicts.length)
        : l10n.t('{0} of {1} unresolved', open.length, conflicts.length);
  return {
    label,
    description: `${console} · ${state}`,
    icon:
      open.length === 0
        ? { id: 'pass', color: 'ordinance.passedForeground' }
        : { id: 'git-merge', color: 'gitDecoration.conflictingResourceForeground' },
    capabilities: ['merge', ...(open.length === 0 ? ['canApply'] : [])],
    accessibilityLabel: l10n.t('Conflicts of {0} on {1}, {2}', label, console, state),
    collapsible: conflicts.length === 0 ? 'none' : 'expanded',
  };
}

function describeRow({ conflict, parent }: ConflictRow): RowDescription {
  const choice = parent.session.choiceOf(conflict.id);
  const what = conflictWords(parent.session, conflict);
  const state = choiceWords(choice);
  return {
    label: shortTitle(conflict),
    tooltip: `${conflictTitle(conflict)} · ${what} · ${state}`,
    description: `${what} · ${state}`,
    icon:
      choice === undefined
        ? { id: 'circle-large-outline', color: 'gitDecoration.conflictingResourceForeground' }
        : { id: 'pass', color: 'ordinance.passedForeground' },
    capabilities: [
      'conflict',
      'canChoose',
      ...(conflict.kind === 'order' ? [] : ['canEdit']),
      ...(hasBase(parent.session, conflict) ? ['canTakeBase'] : []),
      ...(choice === undefined ? [] : ['canReopen']),
    ],
    accessibilityLabel: [
      conflictTitle(conflict),
      what,
      state,
      ...(['base', 'mine', 'live'] as const).map(
        (side) => `${sideWords(side)}: ${sideValue(parent, conflict, side)}`,
      ),
    ].join(', '),
    collapsible: 'expanded',
  };
}

function describeSide({ side, parent }: SideNode): RowDescription {
  const choice = parent.parent.session.choiceOf(parent.conflict.id);
  const words = sideWords(side);
  const value = sideValue(parent.parent, parent.conflict, side);
  const chosen = choice === side;
  const icons: Readonly<Record<Side, string>> = { base: 'history', mine: 'edit', live: 'cloud' };
  return {
    label: words,
    description: value,
    icon: chosen ? { id: 'check', color: 'ordinance.passedForeground' } : { id: icons[side] },
    capabilities: [
      'side',
      ...(side !== 'base' || hasBase(parent.parent.session, parent.conflict) ? [side] : []),
    ],
    accessibilityLabel: chosen ? l10n.t('{0}: {1}, accepted', words, value) : `${words}: ${value}`,
    collapsible: 'none',
  };
}

function sideValue(merge: MergeNode, conflict: MergeConflict, side: Side): string {
  return side === 'base' && merge.session.input.base === undefined
    ? l10n.t('unknown')
    : shortValue(conflict, side);
}

/** Whether there is a base to be taken. */
export function hasBase(session: MergeSession, { kind }: MergeConflict): boolean {
  return session.input.base !== undefined && kind !== 'order';
}

/** The value of one side in one short line: of lists, objects and long texts the part in which the sides differ. */
export function shortValue(conflict: MergeConflict, side: Side): string {
  const parts = differingParts(conflict);
  const sides = (['base', 'mine', 'live'] as const).filter((one) => textOf(parts[one]) !== undefined);
  const texts = clippedTexts(
    sides.map((one) => textOf(parts[one]) ?? ''),
    longest,
  );
  const value = conflict[side];
  const severity = severityOf(conflict, value);
  if (value === undefined) {
    return l10n.t('(absent)');
  }
  if (isJsonObject(value)) {
    return value.size === 1 ? l10n.t('1 field') : l10n.t('{0} fields', value.size);
  }
  const text = texts[sides.indexOf(side)] ?? '';
  return severity === undefined ? text : `${text} (${severity})`;
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || isJsonObject(value)) {
    return undefined;
  }
  if (isJsonArray(value)) {
    return value.map((item) => (typeof item === 'string' ? item : writeJson(item))).join(', ') || '[]';
  }
  return typeof value === 'string' ? value : writeJson(value);
}
