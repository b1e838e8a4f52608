import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';

/** Reads live and shows it, read-only, in the spelling of the working copy. */
export async function openLive(
  services: { readonly syncs: ConsoleSyncs; readonly liveDocuments: LiveDocuments },
  { console, kind }: ChosenPolicy,
): Promise<vscode.Uri> {
  const sync = services.syncs.of(console);
  await withProgress(
    { title: vscode.l10n.t('Reading {0}', kind.name), location: 'notification', cancellable: true },
    (signal) => sync.refresh(kind, signal),
  );
  const text = sync.lastLive(kind);
  if (text === undefined) {
    throw new ExpectedError('not-read', vscode.l10n.t('{0} could not be read.', kind.name));
  }
  const uri = await services.liveDocuments.liveUri(console, kind.name, text);
  await vscode.window.showTextDocument(uri, { preview: true });
  return uri;
}
