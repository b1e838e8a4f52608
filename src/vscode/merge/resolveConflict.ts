import * as vscode from 'vscode';
import type { MergeChoice } from '../../core/policy/merge/mergeConflict.ts';
import { confirmLoss, pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConflictNode, ConflictRow } from './conflictNode.ts';
import { mergeOf, type ConflictsView } from './conflictsView.ts';
import { hasBase } from './describeConflict.ts';
import type { MergeComparisons } from './mergeComparisons.ts';
import type { MergeSession } from './mergeSession.ts';
import type { ResolutionFiles } from './resolutionFiles.ts';
import { isGoingOn, type Merges } from './merges.ts';
import { invocationOf } from '../targets/targets.ts';
import { applyMerge, mergeIsOver, type Merging, type MergeEnding } from './mergePolicy.ts';

type Resolving = {
  readonly merges: Merges;
  readonly conflicts: ConflictsView;
  readonly resolutions: Pick<ResolutionFiles, 'open' | 'isUnsaved'>;
};
type Comparing = Resolving & { readonly comparisons: MergeComparisons };

/** Settles the chosen conflicts for one side; without one (`undefined`) they are open again. */
export async function resolveConflicts(
  services: Resolving,
  choice: MergeChoice | undefined,
  row?: unknown,
  rows?: unknown,
): Promise<void> {
  const chosen = await conflictsOf(services, row, rows);
  if (choice === 'base' && chosen.some(({ conflict, parent }) => !hasBase(parent.session, conflict))) {
    throw new ExpectedError('no-base', vscode.l10n.t('This conflict has no base.'), {
      help: [],
      advice: vscode.l10n.t('Accept mine or live.'),
    });
  }
  for (const [session, all] of Map.groupBy(chosen, ({ parent }) => parent.session)) {
    const ids = all.map(({ conflict }) => conflict.id);
    services.merges.chooseAll(session, ids, choice);
  }
  const last = chosen.at(-1);
  if (last) {
    await services.conflicts.revealNext(last, { inView: invocationOf(row, rows).from === 'tree' });
  }
}

/** Opens the rule in an editor of its own; saving it settles the conflict. */
export async function editConflict(services: Resolving, row?: unknown): Promise<void> {
  const [node] = await conflictsOf(services, row, undefined);
  if (!node) {
    return;
  }
  if (node.conflict.kind === 'order') {
    throw new ExpectedError('order-conflict', vscode.l10n.t('Accept the whole order of one side.'), {
      advice: vscode.l10n.t('Accept mine or live, and move rules after the merge.'),
    });
  }
  await services.resolutions.open(node);
}

export async function showConflict(services: Resolving, row?: unknown): Promise<void> {
  const [node] = await nodesOf(services, row, undefined);
  if (node) {
    await services.conflicts.show(node);
  }
}

/** Writes the merge of the argument, of the selected row, or the only one there is. */
export async function applyChosenMerge(services: Merging & Resolving, row?: unknown): Promise<MergeEnding> {
  return applyMerge(services, await chooseMerge(services, row));
}

/** Shows what would be written beside the file. */
export async function compareMerge(services: Comparing, row?: unknown): Promise<void> {
  await services.comparisons.show(await chooseMerge(services, row));
}

/** Enter alone does not confirm, because all choices would be lost. */
export async function cancelMerge(services: Comparing, row?: unknown): Promise<void> {
  const session = await chooseMerge(services, row);
  if (session.choices.size > 0 || services.resolutions.isUnsaved(session)) {
    await confirmLoss({
      message: vscode.l10n.t('Abandon the merge of {0}?', session.input.kind.name),
      detail: [
        vscode.l10n.t('Your choices and your edits of its rules are discarded. The file stays unchanged.'),
      ],
      first: { label: vscode.l10n.t('Compare'), run: () => services.comparisons.show(session) },
      verb: vscode.l10n.t('Abandon Merge'),
      back: vscode.l10n.t('Back to the Merge'),
    });
  }
  services.merges.end(session);
}

async function chooseMerge(services: Resolving, row: unknown): Promise<MergeSession> {
  const [node] = await nodesOf(services, row, undefined);
  const all = services.merges.all;
  const [only] = all;
  if (node) {
    return mergeOf(node).session;
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

async function conflictsOf(services: Resolving, row: unknown, rows: unknown): Promise<ConflictRow[]> {
  const found = new Map<string, ConflictRow>();
  for (const node of await nodesOf(services, row, rows)) {
    const conflict = node.kind === 'side' ? node.parent : node;
    if (conflict.kind === 'conflict') {
      found.set(conflict.id, conflict);
    }
  }
  if (found.size === 0) {
    throw new ExpectedError(
      'no-conflict',
      vscode.l10n.t('First select a conflict in the Conflicts view, or put the cursor on one in the merge.'),
    );
  }
  return [...found.values()];
}

/** Rows of the view; keys and titles pass none. Of a merge that is over nothing is decided, and nothing is written. */
async function nodesOf(services: Resolving, row: unknown, rows: unknown): Promise<readonly ConflictNode[]> {
  const given = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(isNode);
  if (given.some((node) => !isGoingOn(services.merges, mergeOf(node).session))) {
    throw mergeIsOver();
  }
  return given.length > 0 ? given : services.conflicts.meantBy(row);
}

function isNode(row: unknown): row is ConflictNode {
  return (
    typeof row === 'object' &&
    row !== null &&
    'kind' in row &&
    (row.kind === 'merge' || row.kind === 'conflict' || row.kind === 'side')
  );
}
