import * as vscode from 'vscode';
import type { MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { confirmLoss, pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import {
  childrenOf,
  conflictRow,
  conflictTitle,
  hasBase,
  isConflictNode,
  isConflictRow,
  mergeNode,
  sideWords,
  type ConflictNode,
  type ConflictRow,
} from './conflictNode.ts';
import type { MergeSession } from './mergeSession.ts';
import { chosenOf } from '../workspace/consoles.ts';
import { invocationOf } from '../targets/commands.ts';
import { mergeHasEnded, type Merging } from './mergePolicy.ts';

/** Resolves the conflicts for one side; without a choice they are unresolved again. */
export async function resolveConflicts(
  services: Merging,
  choice: MergeChoice | undefined,
  row?: unknown,
  rows?: unknown,
): Promise<void> {
  const chosen = await conflictsOf(services, row, rows);
  if (choice === 'base' && chosen.some(({ conflict, session }) => !hasBase(session, conflict))) {
    throw new ExpectedError('no-base', vscode.l10n.t('This conflict has no base.'), {
      help: [],
      advice: vscode.l10n.t('Accept mine or live.'),
    });
  }
  for (const [session, all] of Map.groupBy(chosen, (node) => node.session)) {
    session.choose(
      all.map(({ conflict }) => conflict),
      choice,
    );
  }
  const last = chosen.at(-1);
  await (last && services.conflicts.revealNext(last, invocationOf(row, rows).from === 'tree'));
}

/** Opens the rule in an editor of its own; a save resolves the conflict. */
export async function editConflict(services: Merging, row?: unknown): Promise<void> {
  const [node] = await conflictsOf(services, row, undefined);
  if (node?.conflict.kind === 'order') {
    throw new ExpectedError('order-conflict', vscode.l10n.t('Accept the whole order of one side.'), {
      advice: vscode.l10n.t('Accept mine or live, and move rules after the merge.'),
    });
  }
  await (node && services.resolutions.open(node));
}

/**
 * Shows live left and mine right; for the row of one side, base left. The focus stays where it is. A click on a row passes the id of
 * the row. After the end of its merge a click does nothing.
 */
export async function showConflict(services: Merging, row?: unknown): Promise<void> {
  const [node] =
    typeof row === 'string' ? rowsWithId(services, row) : await nodesOf(services, row, undefined);
  if (!node || !isConflictRow(node)) {
    return;
  }
  const { id, session, conflict, side } = node;
  const { console, kind } = chosenOf(services, session.target);
  const [left, right] = [side ? 'base' : 'live', side === 'live' ? 'live' : 'mine'] as const;
  await services.liveDocuments.compareParts(console, kind.name, {
    name: conflict.rule ?? vscode.l10n.t('document'),
    id,
    left: session.partWith(conflict, left),
    right: session.partWith(conflict, right),
    title: vscode.l10n.t(
      '{0}: {1} ↔ {2}, the rest of the rule as merged',
      conflictTitle(conflict),
      sideWords(left),
      sideWords(right),
    ),
    preserveFocus: true,
  });
}

/** Enter alone does not confirm, because all choices would be lost. */
export async function cancelMerge(services: Merging, row?: unknown): Promise<void> {
  const session = await chooseMerge(services, row);
  if (session.choices.size > 0 || services.resolutions.isUnsaved(session)) {
    await confirmLoss({
      message: vscode.l10n.t('Abandon the merge of {0}?', session.input.kind.name),
      detail: [
        vscode.l10n.t('Your choices and your edits of its rules are discarded. The file stays unchanged.'),
      ],
      first: { label: vscode.l10n.t('Compare'), run: () => services.mergeDocuments.compare(session) },
      verb: vscode.l10n.t('Abandon Merge'),
      back: vscode.l10n.t('Back to the Merge'),
    });
  }
  services.merges.end(session);
}

/** The merge of the row, else of the place of the person, else the only merge, else the answer of the person. */
export async function chooseMerge(services: Merging, row: unknown): Promise<MergeSession> {
  const [node] = await nodesOf(services, row, undefined);
  const { all } = services.merges;
  const [only] = all;
  if (node) {
    return node.session;
  }
  if (!only) {
    throw new ExpectedError('no-merge', vscode.l10n.t('There is no merge.'));
  }
  if (all.length === 1) {
    return only;
  }
  const items = all.map((session) => ({ label: session.input.kind.name, session }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which merge?') })).session;
}

function rowsWithId({ merges }: Merging, id: string): readonly ConflictNode[] {
  const withRowsBelow = (node: ConflictNode): readonly ConflictNode[] => [
    node,
    ...childrenOf(node).flatMap(withRowsBelow),
  ];
  return merges.all.flatMap((session) => withRowsBelow(mergeNode(session))).filter((node) => node.id === id);
}

/** Each conflict once: the selection may have several sides of one conflict. */
async function conflictsOf(services: Merging, row: unknown, rows: unknown): Promise<ConflictRow[]> {
  const conflictRows = (await nodesOf(services, row, rows))
    .filter(isConflictRow)
    .map(({ session, conflict }) => conflictRow(session, conflict));
  if (conflictRows.length === 0) {
    throw new ExpectedError(
      'no-conflict',
      vscode.l10n.t('First select a conflict in the Conflicts view, or put the cursor on one in the merge.'),
    );
  }
  return [...new Map(conflictRows.map((node) => [node.id, node])).values()];
}

/** Rows and lenses pass rows. A key of the view, the title of a merge and the place of the person lead to others. */
async function nodesOf(services: Merging, row: unknown, rows: unknown): Promise<readonly ConflictNode[]> {
  const { merges, mergeDocuments, resolutions, conflicts } = services;
  const passed = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(isConflictNode);
  if (passed.some(({ session }) => !merges.has(session))) {
    throw mergeHasEnded();
  }
  if (passed.length > 0) {
    return passed;
  }
  const invocation = invocationOf(row, undefined);
  const [uri] = invocation.from === 'files' ? invocation.uris : [];
  const merge = uri && mergeDocuments.mergeIn(uri);
  const there = merge ? mergeNode(merge) : (mergeDocuments.atCursor() ?? resolutions.active());
  const nodes =
    invocation.from === 'tree' ? await conflicts.rowsOfKey(row) : there ? [there] : conflicts.selection;
  return nodes.filter(({ session }) => merges.has(session));
}
