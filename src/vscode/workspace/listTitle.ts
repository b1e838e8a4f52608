import type { L10n } from '../platform/l10n.ts';
import type { ListName } from '../../core/consoles/lists.ts';

export function listTitle(list: ListName, l10n: L10n): string {
  const titles: Readonly<Record<ListName, string>> = {
    'base-images': l10n.t('Base images'),
    'network-lists': l10n.t('Network lists'),
    collections: l10n.t('Collections'),
    checks: l10n.t('Compliance checks'),
    'custom-checks': l10n.t('Custom checks'),
    'custom-rules': l10n.t('Custom rules'),
    tags: l10n.t('Tags'),
  };
  return titles[list];
}
