import { l10n } from 'vscode';
import type { PostureSource } from './postureSources.ts';

/** What a page of a service says while nothing can be read from it; undefined when it can. */
export function standingOf(source: PostureSource | undefined): string | undefined {
  if (!source) {
    return l10n.t('No console of this workspace names this service any more: this is what was read before.');
  }
  const { name } = source.console.entry;
  switch (source.access) {
    case 'signed-out':
      return l10n.t('You are signed out of the SSPM service of {0}: this is what was read before.', name);
    case 'untrusted':
      return l10n.t('This folder is not trusted: this is what was read before.');
    case 'ready':
      break;
  }
  return undefined;
}
