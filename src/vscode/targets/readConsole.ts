import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { ChosenPolicy } from './targets.ts';

export interface ReadingServices {
  readonly scopes: Pick<KnownScopes, 'ofConsole'>;
  readonly lookups: Pick<ConsoleLookups, 'read'>;
  readonly log: Logger;
}

/** The first time in a session, nothing may be known of the collections yet. Nobody has to be able to read them. */
export async function readCollections(
  { scopes, lookups, log }: ReadingServices,
  console: ConsoleHandle,
): Promise<void> {
  try {
    if (console.access === 'ready' && (await scopes.ofConsole(console)).size === 0) {
      await lookups.read(console);
    }
  } catch (error) {
    log.warn(`the collections of ${console.entry.name} were not read: ${messageOf(error)}`);
  }
}

/** Reads live, with progress and a way to give up, and answers what was read. */
export async function readLive(
  syncs: ConsoleSyncs,
  { console, kind }: ChosenPolicy,
): Promise<string | undefined> {
  const sync = syncs.of(console);
  await withProgress(
    { title: vscode.l10n.t('Reading {0}', kind.name), location: 'notification', cancellable: true },
    (signal) => sync.refresh(kind, signal),
  );
  return sync.lastLive(kind);
}
