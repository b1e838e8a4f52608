import type { l10n } from 'vscode';

/** Words for people, handed in to files that run without the editor. */
export interface L10n {
  readonly t: (typeof l10n)['t'];
}
