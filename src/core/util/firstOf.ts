import { l10n } from './l10n.ts';

/** The first texts of a list, and how many more there are. */
export function firstOf(texts: readonly string[], most = 3): string {
  const shown = texts.slice(0, most).join(', ');
  return texts.length > most ? l10n.t('{0} and {1} more', shown, texts.length - most) : shown;
}
