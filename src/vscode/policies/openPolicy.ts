import * as vscode from 'vscode';
import { fileOf } from '../targets/showPolicy.ts';
import type { ChosenPolicy, Targets } from '../targets/targets.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';

/** Opens the file of a policy. A click on its row opens the row as well, and leaves the keyboard in the tree, as with files. */
export async function openPolicy(
  services: { readonly files: PolicyFiles; readonly targets: Pick<Targets, 'rows'> },
  policy: ChosenPolicy,
  row: unknown,
): Promise<vscode.Uri> {
  const uri = await fileOf(services, policy);
  const isClick = typeof row === 'object' && row !== null && 'clicked' in row;
  await vscode.window.showTextDocument(uri, isClick ? { preview: true, preserveFocus: true } : {});
  if (isClick) {
    const { console, kind } = policy;
    await services.targets.rows.revealRow(
      { kind: 'policy', consoleId: console.id, policy: kind.name },
      'show',
    );
  }
  return uri;
}
