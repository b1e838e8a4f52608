import { l10n } from '../../core/util/l10n.ts';

/** How long ago something was read, in words that need not be renewed every second. */
export function ageWords(readAt: number, now: number): string {
  const minutes = Math.floor((now - readAt) / 60_000);
  if (minutes < 1) {
    return l10n.t('read just now');
  }
  return minutes < 60
    ? l10n.t('read {0} min ago', minutes)
    : l10n.t('read {0} h ago', Math.floor(minutes / 60));
}
