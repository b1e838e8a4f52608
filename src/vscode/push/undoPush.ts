import * as vscode from 'vscode';
import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { restoreSnapshot } from './restoreSnapshot.ts';
import type { Pushing } from './runPush.ts';
import { chosenOf } from '../targets/targets.ts';

/**
 * Pushes the snapshot of the last push back, through a plan of its own; the working copy follows. When the last push was
 * an undo itself, this is a redo and says so.
 */
export async function undoPush(
  tools: Pushing,
): Promise<PushOutcome | Exclude<PlanOutcome, { kind: 'plan' }>> {
  const { record } = tools.lastPush;
  if (!record) {
    throw new ExpectedError('no-push', vscode.l10n.t('No push of this session can be undone.'));
  }
  const policy = chosenOf(tools, { kind: 'policy', consoleId: record.consoleId, policy: record.policy });
  const history = await tools.syncs.of(policy.console).history();
  const at = history.find(({ id }) => id === record.pushId)?.at;
  return restoreSnapshot(tools, policy, record.snapshot, {
    kind: record.wasUndo === true ? 'redo' : 'undo',
    of: at === undefined ? new Date() : new Date(at),
  });
}
