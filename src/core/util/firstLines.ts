import { l10n } from './l10n.ts';

/** Returns a line for each of the first `limit` items, and one for the number of the others. */
export function firstLines<T, Line>(
  items: readonly T[],
  limit: number,
  line: (item: T) => Line,
  rest: (more: number) => Line,
): readonly Line[] {
  const more = items.length - limit;
  return [...items.slice(0, limit).map((item) => line(item)), ...(more > 0 ? [rest(more)] : [])];
}

/** The first texts of a list, and the number of the others. */
export function firstOf(texts: readonly string[], limit = 3): string {
  const shown = texts.slice(0, limit).join(', ');
  return texts.length > limit ? l10n.t('{0} and {1} more', shown, texts.length - limit) : shown;
}

/** `a, b and c` */
export function joinedWords(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

/** Returns at most so many characters of a text, with an ellipsis for the rest. */
export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
