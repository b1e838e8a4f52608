import * as vscode from 'vscode';
import { tell } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import { explainOutcome } from './explainOutcome.ts';
import { purposeWords, type PushPurpose } from './pushPurpose.ts';
import { runPush, type Pushing } from './runPush.ts';
import type { ChosenPolicy } from '../targets/targets.ts';

/** Pushes a snapshot: a new push forward, through a plan of its own and the guards of any push; the working copy follows. */
export async function restoreSnapshot(
  tools: Pushing,
  policy: ChosenPolicy,
  snapshot: string,
  purpose: PushPurpose,
): Promise<PushOutcome | Exclude<PlanOutcome, { kind: 'plan' }>> {
  const sync = tools.syncs.of(policy.console);
  const outcome = await withProgress(
    {
      title: vscode.l10n.t('Comparing {0} with live', policy.kind.name),
      location: 'notification',
      cancellable: true,
    },
    (signal) => sync.planRestore(policy.kind, snapshot, signal),
  );
  if (outcome.kind === 'nothing-to-push') {
    tell('info', purposeWords(purpose, policy.kind.name, policy.console.entry.name).nothing);
    return outcome;
  }
  if (outcome.kind !== 'plan') {
    explainOutcome(tools, policy, outcome, purpose);
    return outcome;
  }
  const pushed = await runPush(
    tools,
    policy,
    outcome.plan,
    () => Promise.resolve(),
    (options) => sync.pushRestore(outcome.plan, options),
    purpose,
  );
  if (pushed.verdict === 'applied' && !pushed.fileFollowed) {
    tell(
      'info',
      vscode.l10n.t('The file of {0} has edits of its own and was left as it is.', policy.kind.name),
    );
  }
  return pushed;
}
