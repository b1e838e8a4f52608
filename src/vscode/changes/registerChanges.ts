import * as vscode from 'vscode';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { fileOf } from '../workspace/consoles.ts';
import { BaseTexts, type ChangeServices } from './baseTexts.ts';
import { showChangeLenses, showChangeMarks } from './changeMarks.ts';
import { discardEdits } from './discardEdits.ts';
import { SourceControls } from './sourceControls.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { showDiff } from '../platform/showDiff.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { readLive, showDifference } from '../targets/showPolicy.ts';

/** Local edits and changes on the console: source control, comparisons, and discarding edits. */
export function registerChanges(shared: Omit<ChangeServices, 'baseTexts'>): void {
  const { disposables, commands } = shared;
  const services = { ...shared, baseTexts: disposables.add(new BaseTexts(shared)) };
  disposables.addAll(new SourceControls(services), showChangeLenses(services), showChangeMarks(services));
  commands.onPolicy(services, {
    'ordinance.policy.compareBase': compareWithBase,
    'ordinance.policy.compareLive': compareWithLive,
    'ordinance.policy.openLive': openLive,
  });
  commands.onPolicies(
    { ...services, compare: (policy: ChosenPolicy) => compareWithBase(services, policy) },
    { 'ordinance.policy.discard': discardEdits },
  );
  commands.onRules(services, { 'ordinance.rule.compare': compareRule });
}

/** Shows the edits since the last pull or push: base left, file right. Makes no request. */
async function compareWithBase(services: ChangeServices, policy: ChosenPolicy): Promise<void> {
  const file = await fileOf(services, policy);
  await showDiff(
    await services.baseTexts.current(file),
    file,
    vscode.l10n.t('{0}: base ↔ policy file', policy.kind.name),
  );
}

/** Shows the live policy left and the file right. Reads the live policy unless this session has read it. */
async function compareWithLive(services: ChangeServices, policy: ChosenPolicy): Promise<void> {
  const { console, kind } = policy;
  const live =
    services.syncs.of(console).known.answer(kind.name)?.text ?? (await readLive(services.syncs, policy));
  await showDifference(services, policy, live ?? '');
}

/** Compares one live rule with the rule in the policy file. */
async function compareRule(
  services: ChangeServices,
  { uri, array, rules: [rule] }: ChosenRules,
): Promise<void> {
  const policy = services.consoles.policyAt(uri);
  if (!policy) {
    throw new TypeError(`no policy at ${uri.path}`);
  }
  const plan = await services.pushes.plan(policy);
  if (!plan) {
    return;
  }
  const index = rule?.index ?? 0;
  const steps = plan.steps.filter((step) => 'to' in step && step.array === array && step.to === index);
  const step = steps.find(({ kind }) => kind === 'change' || kind === 'add') ?? steps[0];
  if (!step) {
    showMessage('info', vscode.l10n.t('This rule equals the live rule.'));
    return;
  }
  await services.liveDocuments.compareRule(policy.console, plan, step);
}

/** Reads the live policy and shows it, read-only, as YAML or JSON like the policy file. */
async function openLive(services: ChangeServices, policy: ChosenPolicy): Promise<vscode.Uri> {
  const { console, kind } = policy;
  const text = await readLive(services.syncs, policy);
  if (text === undefined) {
    throw new ExpectedError('not-read', vscode.l10n.t('Could not read {0}.', kind.name));
  }
  const uri = await services.liveDocuments.liveUri(console, kind.name, text);
  await vscode.window.showTextDocument(uri, { preview: true });
  return uri;
}
