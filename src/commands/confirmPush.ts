import * as vscode from 'vscode';
import type { PolicyName } from '../model/families.ts';
import { isUnusual, pushRisk } from '../model/pushRisk.ts';
import { askToType, confirm } from '../platform/dialogs.ts';
import type { PushPlan } from '../sync/outcomes.ts';
import type { PushConfirmation } from '../sync/push.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { describeCounts } from './describeSteps.ts';

/** Names that a dialog has space for. */
const shownNames = 12;

/**
 * Throws a cancellation unless the user says yes in the way the consequences ask for. One question names every policy;
 * what is unusual is asked about on its own. Answers with what was typed, by policy.
 *
 * @param removedShare part of 1: removing more than that of a policy's rules is unusual
 */
export async function confirmPush(
  console: ConsoleHandle,
  plans: readonly PushPlan[],
  removedShare: number,
): Promise<ReadonlyMap<PolicyName, PushConfirmation>> {
  const { name } = console.entry;
  await confirm(question(name, plans));
  for (const plan of plans) {
    await askAboutRemovals(name, plan, removedShare);
  }
  if (console.entry.protected) {
    await askToType(
      vscode.l10n.t('{0} is protected', name),
      vscode.l10n.t('Type the name of the console to push to it.'),
      name,
    );
  }
  return new Map(
    plans.map(({ ref, emptiesPolicy }) => [
      ref.policy,
      {
        ...(emptiesPolicy ? { policy: ref.policy } : {}),
        ...(console.entry.protected ? { console: name } : {}),
      },
    ]),
  );
}

function question(
  console: string,
  plans: readonly PushPlan[],
): { readonly message: string; readonly detail: string; readonly verb: string } {
  const verb = vscode.l10n.t('Push');
  const [plan] = plans;
  if (plan && plans.length === 1) {
    return {
      message: vscode.l10n.t('Push {0} to {1}?', plan.ref.policy, console),
      detail: plan.emptiesPolicy
        ? vscode.l10n.t('{0}. This deletes every rule of the policy.', describeCounts(plan.counts))
        : vscode.l10n.t('{0}. The rules take effect at once.', describeCounts(plan.counts)),
      verb,
    };
  }
  const lines = plans.map(({ ref, counts }) => vscode.l10n.t('{0}: {1}', ref.policy, describeCounts(counts)));
  return {
    message: vscode.l10n.t('Push {0} policies to {1}?', plans.length, console),
    detail: [
      ...lines,
      '',
      vscode.l10n.t('They are pushed one after another. The rules take effect at once.'),
    ].join('\n'),
    verb,
  };
}

async function askAboutRemovals(console: string, plan: PushPlan, removedShare: number): Promise<void> {
  const { policy } = plan.ref;
  if (plan.emptiesPolicy) {
    await askToType(
      vscode.l10n.t('Delete every rule of {0} on {1}', policy, console),
      vscode.l10n.t('Type the name of the policy to delete all its rules.'),
      policy,
    );
    return;
  }
  const risk = pushRisk(plan.live, plan.steps);
  const { removed, builtIn } = risk;
  if (!isUnusual(risk, removedShare)) {
    return;
  }
  await confirm({
    message:
      removed.length === 1
        ? vscode.l10n.t('Remove 1 rule of {0} on {1}?', policy, console)
        : vscode.l10n.t('Remove {0} rules of {1} on {2}?', removed.length, policy, console),
    detail: [
      names(removed),
      ...(builtIn.length > 0
        ? [vscode.l10n.t('Came with the console, and cannot be had back from it: {0}', names(builtIn))]
        : []),
    ].join('\n\n'),
    verb: vscode.l10n.t('Remove and Push'),
  });
}

function names(rules: readonly string[]): string {
  const shown = rules.slice(0, shownNames).map((rule) => `"${rule}"`);
  return rules.length > shownNames
    ? vscode.l10n.t('{0} and {1} more', shown.join(', '), rules.length - shownNames)
    : shown.join(', ');
}
