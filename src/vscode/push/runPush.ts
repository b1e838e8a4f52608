import * as vscode from 'vscode';
import { tell, type Action } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { PushOutcome, PushPlan, PushStep } from '../../core/sync/outcomes.ts';
import { DriftError, type PushOptions } from '../../core/sync/push.ts';
import { CancelledError } from '../../core/util/errors.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { confirmPush } from './confirmPush.ts';
import { describeSteps } from '../workspace/describeSteps.ts';
import { explainOutcome, type Explaining } from './explainOutcome.ts';
import { ownEdits, purposeWords, type PushPurpose } from './pushPurpose.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LastPush } from './lastPush.ts';
import type { PlanDocuments } from './planDocuments.ts';
import { withReceipt } from './withReceipt.ts';

/** What a push acts through. */
export interface Pushing extends Explaining {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly settings: Settings;
  readonly planDocuments: PlanDocuments;
  readonly lastPush: LastPush;
}

/** Shows the plan, asks, carries it out with `push` and says how it ended. `ready` runs after the answer, before anything is sent. */
export async function runPush<Outcome extends PushOutcome>(
  tools: Pushing,
  policy: ChosenPolicy,
  plan: PushPlan,
  ready: () => Promise<void>,
  push: (options: PushOptions) => Promise<Outcome>,
  purpose: PushPurpose = ownEdits,
): Promise<Outcome> {
  const { console, kind } = policy;
  const words = purposeWords(purpose, kind.name, console.entry.name);
  // Shows this plan and no other, or throws: what is asked about is what is seen.
  await tools.planDocuments.show(console, plan, words);
  const confirmed = await confirmPush(console, [plan], {
    removedShare: tools.settings.removedShare,
    purpose,
  });
  let outcome: Outcome;
  try {
    outcome = await withReceipt(tools.planDocuments, plan, async (note) => {
      await ready();
      tools.lastPush.remember(undefined);
      return withProgress(
        {
          title: words.progress,
          location: 'notification',
        },
        (_signal, report) =>
          push({
            confirmed: confirmed.get(kind.name) ?? {},
            onStep: (step) => {
              note(step);
              report(describePushStep(step));
            },
          }),
      );
    });
  } catch (error) {
    if (error instanceof DriftError) {
      const { changes, liveText } = error;
      explainOutcome(tools, policy, { kind: 'drift', changes, liveText }, purpose);
      throw new CancelledError();
    }
    throw error;
  }
  if (outcome.verdict !== 'not-applied') {
    tools.lastPush.remember({
      consoleId: console.id,
      policy: kind.name,
      snapshot: outcome.snapshot,
      pushId: outcome.pushId,
      wasUndo: purpose.kind === 'undo',
    });
  }
  reportVerdict(tools, policy, plan, outcome, purpose);
  return outcome;
}

export function describePushStep(step: PushStep): string {
  const words: Readonly<Record<PushStep, string>> = {
    'reading-live': vscode.l10n.t('reading live'),
    'saving-snapshot': vscode.l10n.t('keeping a snapshot'),
    sending: vscode.l10n.t('sending'),
    'reading-back': vscode.l10n.t('reading back'),
    waiting: vscode.l10n.t('not applied yet: waiting and reading back again'),
    settled: vscode.l10n.t('done'),
  };
  return words[step];
}

function reportVerdict(
  tools: Pushing,
  { console, kind }: ChosenPolicy,
  plan: PushPlan,
  { verdict, reason, difference, mayArriveUntil }: PushOutcome,
  purpose: PushPurpose,
): void {
  const { name } = console.entry;
  tools.log.info(`push of ${name}/${kind.name}: ${verdict}${reason ? `: ${reason}` : ''}`);
  const undo: Action = {
    label: purpose.kind === 'undo' ? vscode.l10n.t('Redo') : vscode.l10n.t('Undo'),
    run: () => vscode.commands.executeCommand('ordinance.policy.undoPush'),
  };
  const target: PolicyTarget = { kind: 'policy', consoleId: console.id, policy: kind.name };
  const compare: Action = {
    label: vscode.l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
  };
  const showLog: Action = { label: vscode.l10n.t('Show Log'), run: () => tools.log.show() };
  const why = [reason, difference && difference.length > 0 ? describeSteps(difference) : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  if (verdict === 'applied') {
    tell('info', purposeWords(purpose, kind.name, name).done(plan), undo);
  } else if (verdict === 'not-applied') {
    tell('error', vscode.l10n.t('{0} did not apply {1}. {2}', name, kind.name, why), compare, showLog);
  } else if (verdict === 'foreign-change') {
    tell(
      'error',
      vscode.l10n.t('{0} holds something else than what was pushed to {1}. {2}', name, kind.name, why),
      undo,
      compare,
      showLog,
    );
  } else if (mayArriveUntil) {
    tell(
      'warning',
      vscode.l10n.t(
        'It is not known yet whether {0} applied {1}: it may still arrive. Ordinance looks again until {2} and tells you. {3}',
        name,
        kind.name,
        mayArriveUntil.toLocaleTimeString(),
        reason ?? '',
      ),
      showLog,
    );
  } else {
    tell(
      'error',
      vscode.l10n.t('It is not known whether {0} applied {1}. {2}', name, kind.name, why),
      compare,
      showLog,
    );
  }
}
