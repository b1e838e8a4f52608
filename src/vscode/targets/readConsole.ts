import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { ChosenPolicy } from './targets.ts';

/** Reads the live policy with progress, which a person can cancel. */
export async function readLive(
  syncs: ConsoleSyncs,
  { console, kind }: ChosenPolicy,
): Promise<string | undefined> {
  const sync = syncs.of(console);
  await withProgress(
    { title: vscode.l10n.t('Reading {0}', kind.name), location: 'notification', cancellable: true },
    (signal) => sync.refresh(kind, signal),
  );
  return sync.lastLive(kind)?.text;
}
