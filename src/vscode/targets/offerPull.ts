import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { PolicyTarget, Target } from '../workspace/target.ts';
import type { Targets } from './targets.ts';

/** After a new console: show its row, offer its policies, and open the first policy. */
export async function offerPull(
  { rows }: Pick<Targets, 'rows'>,
  { id, entry }: ConsoleHandle,
): Promise<void> {
  const target: Target = { kind: 'console', consoleId: id };
  await vscode.commands.executeCommand('ordinance.policies.focus');
  showMessage('info', vscode.l10n.t('{0} is ready. Pull its policies to get them as files.', entry.name), {
    label: vscode.l10n.t('Pull All'),
    run: () => pullAndOpen(target, id),
  });
  await rows.revealRow(target, 'select');
}

async function pullAndOpen(target: Target, consoleId: string): Promise<void> {
  const report = await vscode.commands.executeCommand<PullReport | undefined>(
    'ordinance.console.pull',
    target,
  );
  const refs = report ? [...report.written, ...report.unchanged] : [];
  const pulled = new Set(refs.map(({ policy }) => policy));
  const first = policyKinds.find(({ name }) => pulled.has(name));
  if (first) {
    const policy: PolicyTarget = { kind: 'policy', consoleId, policy: first.name };
    await vscode.commands.executeCommand('ordinance.policy.open', policy);
  }
}
