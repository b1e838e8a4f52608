import * as vscode from 'vscode';
import type { PlanOutcome, PushOutcome } from '../sync/outcomes.ts';
import { ExpectedError } from '../util/errors.ts';
import { restoreSnapshot } from './restoreSnapshot.ts';
import type { Pushing } from './runPush.ts';
import { chosenOf } from './targets.ts';

/** Pushes the snapshot of the last push back, through a plan of its own; the working copy follows. */
export async function undoPush(
  tools: Pushing,
): Promise<PushOutcome | Exclude<PlanOutcome, { kind: 'plan' }>> {
  const { record } = tools.lastPush;
  if (!record) {
    throw new ExpectedError('no-push', vscode.l10n.t('No push of this session can be undone.'));
  }
  return restoreSnapshot(tools, chosenOf(tools, { kind: 'policy', ...record }), record.snapshot);
}
