import { l10n } from 'vscode';
import type { PostureSource } from './postureSources.ts';

/** What a page of a service says while nothing can be read from it; undefined when it can. */
export function standingOf(source: PostureSource | undefined): string | undefined {
  if (!source) {
    return l10n.t('No console of this workspace uses this service any longer. This is the last read.');
  }
  const { name } = source.console.entry;
  switch (source.access) {
    case 'signed-out':
      return l10n.t('You are signed out of the SSPM service of {0}. This is the last read.', name);
    case 'untrusted':
      return l10n.t('This folder is not trusted. This is the last read.');
    case 'ready':
      break;
  }
  return undefined;
}
