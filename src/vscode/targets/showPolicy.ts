import * as vscode from 'vscode';
import { showDiff } from '../platform/showDiff.ts';
import { fileOf, type Consoles } from '../workspace/consoles.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import { refreshStatus } from '../../core/sync/policyStatus.ts';

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

/** Reads the live policy with progress, which a person can cancel. */
export async function readLive(
  syncs: ConsoleSyncs,
  { console, kind }: ChosenPolicy,
): Promise<string | undefined> {
  const sync = syncs.of(console);
  await withProgress({ title: vscode.l10n.t('Reading {0}', kind.name) }, (signal) =>
    refreshStatus(sync, kind, signal),
  );
  return sync.known.answer(kind.name)?.text;
}
