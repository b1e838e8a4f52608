import * as vscode from 'vscode';
import { showDiff } from '../platform/showDiff.ts';
import { tell } from '../platform/dialogs.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { chosenOf } from '../targets/targets.ts';
import type { ChangeServices } from './changeServices.ts';

/** The diff editor for one rule: as it is live, and as it is in the working copy. */
export async function compareRule(
  services: Pick<ChangeServices, 'consoles' | 'liveDocuments' | 'pushes'>,
  { uri, array, indices }: ChosenRules,
): Promise<void> {
  const place = services.consoles.policyAt(uri);
  if (!place) {
    throw new TypeError(`no policy at ${uri.path}`);
  }
  const policy = chosenOf(services, {
    kind: 'policy',
    consoleId: place.console.id,
    policy: place.ref.policy,
  });
  const outcome = await services.pushes.plan(policy);
  if (outcome.kind !== 'plan') {
    services.pushes.explain(policy, outcome);
    return;
  }
  const index = indices[0] ?? 0;
  const steps = outcome.plan.steps.filter(
    (step) => 'to' in step && step.array === array && step.to === index,
  );
  const step = steps.find(({ kind }) => kind === 'change' || kind === 'add') ?? steps[0];
  if (!step) {
    tell('info', vscode.l10n.t('This rule equals the live rule.'));
    return;
  }
  const { left, right, title } = await services.liveDocuments.ruleUris(policy.console, outcome.plan, step);
  await showDiff(left, right, title, { preview: true });
}
