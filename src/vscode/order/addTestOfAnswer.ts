import * as vscode from 'vscode';
import type { KnownResource } from '../../core/order/rulesApplyingTo.ts';
import { resourceText } from '../../core/order/typedResource.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { DecisionRow } from './decisionRows.ts';

/** The policies of an answer whose file decides for certain; where there is none the first one, which says why it has no test. */
export function testedByAnswer(rows: readonly DecisionRow[]): readonly DecisionRow[] {
  const certain = rows.filter(
    ({ side, standing }) => side === 'working' && (standing === 'decides' || standing === 'no-rule'),
  );
  return certain.length > 0 ? certain : rows.slice(0, 1);
}

/** Of which policy is asked where there are several; all of them is one answer. */
export async function addTestOfAnswer(
  console: ConsoleHandle,
  resource: KnownResource,
  rows: readonly DecisionRow[],
): Promise<void> {
  const chosen = rows.length > 1 ? await whichOf(rows) : rows.map(({ kind }) => kind);
  for (const { name } of chosen) {
    const target = { kind: 'policy', consoleId: console.id, policy: name };
    await vscode.commands.executeCommand('ordinance.policy.addTest', target, resourceText(resource));
  }
}

async function whichOf(rows: readonly DecisionRow[]): Promise<readonly PolicyKind[]> {
  const items: readonly (vscode.QuickPickItem & { readonly kinds: readonly PolicyKind[] })[] = [
    ...rows.map(({ kind, label, description }) => ({ label, description, kinds: [kind] })),
    { label: vscode.l10n.t('All {0} Policies', rows.length), kinds: rows.map(({ kind }) => kind) },
  ];
  const { kinds } = await pick(items, {
    title: vscode.l10n.t('Add Test…'),
    placeHolder: vscode.l10n.t('Which policy should keep this decision?'),
    matchOnDescription: true,
  });
  return kinds;
}
