import * as vscode from 'vscode';
import type { MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { confirm, pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConflictNode, ConflictRow } from './conflictNode.ts';
import { mergeOf } from './conflictsView.ts';
import type { MergeSession } from './mergeSession.ts';
import type { Tools } from '../tools.ts';
import { applyMerge, type Merging, type MergeEnding } from './mergePolicy.ts';

type Resolving = Pick<Tools, 'merges' | 'conflicts'>;

/** Settles the chosen conflicts for one side; without one (`undefined`) they are open again. */
export async function resolveConflicts(
  tools: Resolving,
  choice: MergeChoice | undefined,
  row?: unknown,
  rows?: unknown,
): Promise<void> {
  const chosen = conflictsOf(tools, row, rows);
  for (const { conflict, parent } of chosen) {
    tools.merges.choose(parent.session, conflict.id, choice);
  }
  const last = chosen.at(-1);
  if (last) {
    await tools.conflicts.revealNext(last);
  }
}

/** Opens the rule in an editor of its own; saving it settles the conflict. */
export async function editConflict(tools: Resolving, row?: unknown): Promise<void> {
  const [node] = conflictsOf(tools, row, undefined);
  if (!node) {
    return;
  }
  if (node.conflict.kind === 'order') {
    throw new ExpectedError('order-conflict', vscode.l10n.t('An order can only be taken from one side.'), {
      advice: vscode.l10n.t('Choose mine or live, and move rules after the merge.'),
    });
  }
  await tools.conflicts.edit(node);
}

export async function showConflict(tools: Resolving, row?: unknown): Promise<void> {
  const [node] = nodesOf(tools, row, undefined);
  if (node) {
    await tools.conflicts.show(node);
  }
}

/** Writes the merge of the argument, of the selected row, or the only one there is. */
export async function applyChosenMerge(tools: Merging, row?: unknown): Promise<MergeEnding> {
  return applyMerge(tools, await chooseMerge(tools, row));
}

export async function cancelMerge(tools: Resolving, row?: unknown): Promise<void> {
  const session = await chooseMerge(tools, row);
  if (session.choices.size > 0) {
    await confirm({
      message: vscode.l10n.t('Give up the merge of {0}?', session.input.kind.name),
      detail: vscode.l10n.t('What you chose is forgotten. The file stays as it is.'),
      verb: vscode.l10n.t('Give Up'),
    });
  }
  tools.merges.end(session);
}

async function chooseMerge(tools: Resolving, row: unknown): Promise<MergeSession> {
  const [node] = nodesOf(tools, row, undefined);
  const all = tools.merges.all;
  const [only] = all;
  if (node) {
    return mergeOf(node).session;
  }
  if (!only) {
    throw new ExpectedError('no-merge', vscode.l10n.t('No merge is waiting.'));
  }
  if (all.length === 1) {
    return only;
  }
  const items = all.map((session) => ({ label: session.input.kind.name, session }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which merge?') })).session;
}

function conflictsOf(tools: Resolving, row: unknown, rows: unknown): ConflictRow[] {
  const found = new Map<string, ConflictRow>();
  for (const node of nodesOf(tools, row, rows)) {
    const conflict = node.kind === 'side' ? node.parent : node;
    if (conflict.kind === 'conflict') {
      found.set(conflict.id, conflict);
    }
  }
  if (found.size === 0) {
    throw new ExpectedError('no-conflict', vscode.l10n.t('Select a conflict in the Conflicts view first.'));
  }
  return [...found.values()];
}

/** Rows of the view; keys pass none, then the selected ones count. */
function nodesOf(tools: Resolving, row: unknown, rows: unknown): readonly ConflictNode[] {
  const given = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(isNode);
  return given.length > 0 ? given : tools.conflicts.selection;
}

function isNode(row: unknown): row is ConflictNode {
  return (
    typeof row === 'object' &&
    row !== null &&
    'kind' in row &&
    (row.kind === 'merge' || row.kind === 'conflict' || row.kind === 'side')
  );
}
