import { l10n } from '../../core/util/l10n.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import {
  checkOf,
  clippedTexts,
  differingParts,
  severityOf,
  twinOf,
} from '../../core/policy/merge/conflictParts.ts';
import type { MergeChoice, MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { RowDescription } from '../platform/treeView.ts';
import { MergeSession } from './mergeSession.ts';

export const sides = ['base', 'mine', 'live'] as const;
export type Side = (typeof sides)[number];

/** A row of the Conflicts view: a merge, a conflict of the merge, or one side of the conflict. */
export interface ConflictNode {
  readonly id: string;
  readonly session: MergeSession;
  readonly conflict?: MergeConflict;
  readonly side?: Side;
}

export type ConflictRow = ConflictNode & { readonly conflict: MergeConflict };

export function mergeNode(session: MergeSession): ConflictNode {
  return { id: session.id, session };
}

export function conflictRow(session: MergeSession, conflict: MergeConflict): ConflictRow {
  return { id: `${session.id} ${conflict.id}`, session, conflict };
}

export function childrenOf({ id, session, conflict, side }: ConflictNode): readonly ConflictNode[] {
  if (!conflict) {
    return session.result.conflicts.map((child) => conflictRow(session, child));
  }
  return side ? [] : sides.map((child) => ({ id: `${id} ${child}`, session, conflict, side: child }));
}

export function isConflictNode(row: unknown): row is ConflictNode {
  return typeof row === 'object' && row !== null && 'session' in row && row.session instanceof MergeSession;
}

export function isConflictRow(node: ConflictNode): node is ConflictRow {
  return node.conflict !== undefined;
}

/** Longer values are shown in the diff editor, not in a row. */
const MAX_ROW_CHARACTERS = 60;
const MAX_RULE_CHARACTERS = 16;

const passed = { id: 'pass', color: 'ordinance.passedForeground' };
const conflicting = 'gitDecoration.conflictingResourceForeground';

export function describeConflictNode(node: ConflictNode): RowDescription {
  if (!isConflictRow(node)) {
    return describeMerge(node.session);
  }
  return node.side === undefined ? describeConflict(node) : describeSide(node, node.side);
}

/** The title of a conflict: `"rule" · effect`. */
export function conflictTitle(conflict: MergeConflict): string {
  if (conflict.kind === 'order') {
    return l10n.t('Order of {0}', conflict.array ?? '');
  }
  const { nth } = conflict;
  const name = conflict.rule ?? l10n.t('(document)');
  const rule = nth === undefined ? name : l10n.t('{0} (number {1} of that name)', name, nth);
  return conflict.path === '' ? rule : `${rule} · ${fieldWords(conflict)}`;
}

/** The field of the conflict; a check is called by its number. */
function fieldWords(conflict: MergeConflict): string {
  const check = checkOf(conflict);
  return check ? [l10n.t('check {0}', check.id), check.member].filter(Boolean).join(' · ') : conflict.path;
}

/** The field stays visible, however long the name of the rule is. */
function shortTitle(conflict: MergeConflict): string {
  const { rule, path } = conflict;
  return rule === undefined || path === '' || rule.length <= MAX_RULE_CHARACTERS
    ? conflictTitle(conflict)
    : `${rule.slice(0, MAX_RULE_CHARACTERS - 1).trimEnd()}… · ${fieldWords(conflict)}`;
}

/** The change on each side, and the place of the rule where several rules have its name. */
export function conflictWords({ input }: MergeSession, conflict: MergeConflict): string {
  const twin = twinOf(input, conflict);
  const what = changeWords(input.base === undefined, conflict);
  if (!twin) {
    return what;
  }
  const { side, at, field } = twin;
  const place = side === 'mine' ? l10n.t('rule {0} in the file', at) : l10n.t('live rule {0}', at);
  return [what, place, ...(field ? [`${field.key}: ${field.text}`] : [])].join(' · ');
}

/** Without a base, it is unknown which side changed the value. */
function changeWords(isBaseUnknown: boolean, { kind, base, mine, live }: MergeConflict): string {
  switch (kind) {
    case 'field':
      // A network entity of one side can be a conflict, because a rule of the other side refers to its number.
      return isBaseUnknown
        ? l10n.t('differs')
        : base === undefined && (mine === undefined || live === undefined)
          ? l10n.t('on one side only')
          : l10n.t('changed on both sides');
    case 'deleted':
      return isBaseUnknown || base === undefined ? l10n.t('on one side only') : l10n.t('deleted and changed');
    case 'order':
      return isBaseUnknown ? l10n.t('in another order') : l10n.t('moved on both sides');
  }
}

export function choiceWords(choice: MergeChoice | undefined): string {
  const words: Readonly<Record<Side, string>> = {
    mine: l10n.t('resolved: mine'),
    live: l10n.t('resolved: live'),
    base: l10n.t('resolved: base'),
  };
  return choice === undefined
    ? l10n.t('unresolved')
    : typeof choice === 'string'
      ? words[choice]
      : l10n.t('resolved: edited');
}

export function sideWords(side: Side): string {
  const words: Readonly<Record<Side, string>> = {
    base: l10n.t('Base'),
    mine: l10n.t('Mine'),
    live: l10n.t('Live'),
  };
  return words[side];
}

/** The number of unresolved conflicts, as a part of a sentence. */
export function mergeState({ result: { open, conflicts } }: MergeSession): string {
  if (open.length === 0) {
    return conflicts.length === 0 ? l10n.t('no conflicts') : l10n.t('every conflict is resolved');
  }
  return conflicts.length === 1
    ? l10n.t('1 conflict is unresolved')
    : l10n.t('{0} of {1} conflicts are unresolved', open.length, conflicts.length);
}

function describeMerge(session: MergeSession): RowDescription {
  const { console, kind } = session.input;
  const label = kind.name;
  const { open, conflicts } = session.result;
  const isResolved = open.length === 0;
  const state = mergeState(session);
  return {
    label,
    description: `${console} · ${state}`,
    icon: isResolved ? passed : { id: 'git-merge', color: conflicting },
    capabilities: ['merge', ...(isResolved ? ['canApply'] : [])],
    accessibilityLabel: l10n.t('Merge of {0} with {1}: {2}', label, console, state),
    collapsible: conflicts.length === 0 ? 'none' : 'expanded',
  };
}

function describeConflict({ conflict, session }: ConflictRow): RowDescription {
  const choice = session.choiceOf(conflict);
  const title = conflictTitle(conflict);
  const what = conflictWords(session, conflict);
  const state = choiceWords(choice);
  return {
    label: shortTitle(conflict),
    tooltip: `${title} · ${what} · ${state}`,
    description: `${what} · ${state}`,
    icon: choice === undefined ? { id: 'circle-large-outline', color: conflicting } : passed,
    capabilities: [
      'conflict',
      'canChoose',
      ...(conflict.kind === 'order' ? [] : ['canEdit']),
      ...(hasBase(session, conflict) ? ['canTakeBase'] : []),
      ...(choice === undefined ? [] : ['canReopen']),
    ],
    accessibilityLabel: [title, what, state, ...sideValues(session, conflict)].join(', '),
    collapsible: 'expanded',
  };
}

function describeSide({ session, conflict }: ConflictRow, side: Side): RowDescription {
  const words = sideWords(side);
  const value = sideValue(session, conflict, side);
  const isAccepted = session.choiceOf(conflict) === side;
  const icons: Readonly<Record<Side, string>> = { base: 'history', mine: 'edit', live: 'cloud' };
  return {
    label: words,
    description: value,
    icon: isAccepted ? { ...passed, id: 'check' } : { id: icons[side] },
    capabilities: ['side', ...(side !== 'base' || hasBase(session, conflict) ? [side] : [])],
    accessibilityLabel: isAccepted ? l10n.t('{0}: {1}, accepted', words, value) : `${words}: ${value}`,
    collapsible: 'none',
  };
}

/** Without a base there is no base to accept; an order has only two sides. */
export function hasBase({ input }: MergeSession, { kind }: MergeConflict): boolean {
  return input.base !== undefined && kind !== 'order';
}

/** The values of all sides, each with the name of its side. */
export function sideValues(session: MergeSession, conflict: MergeConflict): string[] {
  return sides.map((side) => `${sideWords(side)}: ${sideValue(session, conflict, side)}`);
}

/** The value of one side in one line. */
export function sideValue(
  { input }: MergeSession,
  conflict: MergeConflict,
  side: Side,
  longest = MAX_ROW_CHARACTERS,
): string {
  return side === 'base' && input.base === undefined
    ? l10n.t('unknown')
    : (differingText(conflict, side, longest) ?? l10n.t('(absent)'));
}

/** The part of one side in which the sides differ, in one line, with the name of a severity; undefined without a value. */
function differingText(conflict: MergeConflict, side: Side, longest: number): string | undefined {
  const parts = differingParts(conflict);
  const present = sides.filter((name) => parts[name] !== undefined);
  const texts = clippedTexts(
    present.map((name) => writeJson(parts[name] ?? null)),
    longest,
  );
  const text = texts[present.indexOf(side)];
  const severity = severityOf(conflict, conflict[side]);
  return text === undefined || severity === undefined ? text : `${text} (${severity})`;
}
