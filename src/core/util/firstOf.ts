import { l10n } from './l10n.ts';

/** The first texts of a list, and the number of the others. */
export function firstOf(texts: readonly string[], limit = 3): string {
  const shown = texts.slice(0, limit).join(', ');
  return texts.length > limit ? l10n.t('{0} and {1} more', shown, texts.length - limit) : shown;
}
