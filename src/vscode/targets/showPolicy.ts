import * as vscode from 'vscode';
import { showDiff } from '../platform/showDiff.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { ChosenPolicy } from './targets.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';

export async function fileOf(
  services: { readonly consoles: Consoles },
  { console, kind }: ChosenPolicy,
): Promise<vscode.Uri> {
  const uri = await services.consoles.findFile(console, kind.name);
  if (!uri) {
    throw new ExpectedError(
      'not-pulled',
      vscode.l10n.t('{0} of {1} has no file yet.', kind.name, console.entry.name),
      {
        advice: vscode.l10n.t('Pull it first.'),
        about: { kind: 'policy', consoleId: console.id, policy: kind.name } satisfies PolicyTarget,
      },
    );
  }
  return uri;
}

export async function openPolicyFile(
  services: { readonly consoles: Consoles },
  policy: ChosenPolicy,
): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await fileOf(services, policy));
}

/** Shows the live policy on the left and the policy file on the right of a diff editor. */
export async function showDifference(
  services: { readonly consoles: Consoles; readonly liveDocuments: LiveDocuments },
  policy: ChosenPolicy,
  liveText: string,
): Promise<void> {
  const { console, kind } = policy;
  const file = await fileOf(services, policy);
  const live = await services.liveDocuments.liveUri(console, kind.name, liveText);
  const title = vscode.l10n.t('{0}: live policy of {1} ↔ policy file', kind.name, console.entry.name);
  await showDiff(live, file, title);
}
