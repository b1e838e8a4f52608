import { l10n } from '../../core/util/l10n.ts';
import type { AuthScheme } from '../../core/consoles/consoleEntry.ts';

interface SchemeItem {
  readonly label: string;
  readonly description?: string;
  readonly detail: string;
  readonly scheme: AuthScheme;
}

/** The ways a console may know who sends a request, the usual one first; a detail has the length that a list shows. */
export function authSchemes(): readonly SchemeItem[] {
  return [
    {
      label: l10n.t('Basic'),
      description: l10n.t('usual'),
      detail: l10n.t('The access key goes with every request. Most consoles use this scheme.'),
      scheme: 'basic',
    },
    {
      label: l10n.t('Login token'),
      detail: l10n.t('For a login service at another address: it receives the key and issues a token.'),
      scheme: 'login',
    },
    {
      label: l10n.t('Console token'),
      detail: l10n.t('For a console that issues a token for the key itself and requires it.'),
      scheme: 'bearer',
    },
  ];
}
