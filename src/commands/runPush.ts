import * as vscode from 'vscode';
import { tell, type Action } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { PushOutcome, PushPlan, PushStep } from '../sync/outcomes.ts';
import { DriftError, type PushOptions } from '../sync/push.ts';
import { CancelledError } from '../util/errors.ts';
import { confirmPush } from './confirmPush.ts';
import { describeCounts, describeSteps } from './describeSteps.ts';
import { explainOutcome } from './explainOutcome.ts';
import type { ChosenPolicy } from './targets.ts';
import type { Tools } from './tools.ts';

export type Pushing = Pick<
  Tools,
  | 'consoles'
  | 'view'
  | 'planDocuments'
  | 'syncs'
  | 'files'
  | 'liveDocuments'
  | 'log'
  | 'lastPush'
  | 'settings'
>;

/** Shows the plan, asks, carries it out with `push` and says how it ended. `ready` runs after the answer, before anything is sent. */
export async function runPush<Outcome extends PushOutcome>(
  tools: Pushing,
  policy: ChosenPolicy,
  plan: PushPlan,
  ready: () => Promise<void>,
  push: (options: PushOptions) => Promise<Outcome>,
): Promise<Outcome> {
  const { console, kind } = policy;
  await tools.planDocuments.show(console, plan);
  const confirmed = await confirmPush(console, [plan], tools.settings.removedShare);
  await ready();
  tools.lastPush.remember(undefined);
  let outcome: Outcome;
  try {
    outcome = await withProgress(
      {
        title: vscode.l10n.t('Pushing {0} to {1}', kind.name, console.entry.name),
        location: 'notification',
      },
      (_signal, report) =>
        push({
          confirmed: confirmed.get(kind.name) ?? {},
          onStep: (step) => report(describePushStep(step)),
        }),
    );
  } catch (error) {
    if (error instanceof DriftError && plan.restores === undefined) {
      const { changes, liveText } = error;
      explainOutcome(tools, policy, { kind: 'drift', changes, liveText });
      throw new CancelledError();
    }
    throw error;
  } finally {
    tools.syncs.changed(console.id, [kind.name]);
  }
  if (outcome.verdict !== 'not-applied') {
    tools.lastPush.remember({ consoleId: console.id, policy: kind.name, snapshot: outcome.snapshot });
  }
  reportVerdict(tools, policy, plan, outcome);
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
): void {
  const { name } = console.entry;
  tools.log.info(`push of ${name}/${kind.name}: ${verdict}${reason ? `: ${reason}` : ''}`);
  const undo: Action = {
    label: vscode.l10n.t('Undo'),
    run: () => vscode.commands.executeCommand('ordinance.policy.undoPush'),
  };
  const showLog: Action = { label: vscode.l10n.t('Show Log'), run: () => tools.log.show() };
  const why = [reason, difference && difference.length > 0 ? describeSteps(difference) : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  if (verdict === 'applied') {
    tell(
      'info',
      vscode.l10n.t('Pushed {0} to {1}: {2}.', kind.name, name, describeCounts(plan.counts)),
      undo,
    );
  } else if (verdict === 'not-applied') {
    tell('error', vscode.l10n.t('{0} did not take over {1}. {2}', name, kind.name, why), showLog);
  } else if (verdict === 'foreign-change') {
    tell(
      'error',
      vscode.l10n.t('{0} holds something else than what was pushed to {1}. {2}', name, kind.name, why),
      undo,
      showLog,
    );
  } else if (mayArriveUntil) {
    tell(
      'warning',
      vscode.l10n.t(
        'It is not known yet whether {0} took over {1}: it may still arrive. Ordinance looks again until {2} and tells you. {3}',
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
      vscode.l10n.t('It is not known whether {0} took over {1}. {2}', name, kind.name, why),
      showLog,
    );
  }
}
