import type { CompletionPlace } from './completionPlace.ts';

/** Strings, comments, marks and words; what is cut off ends with its line or with the text. */
const token = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:]|[^\s"{}[\],:/]+/g;

/** The commas that a key or a value written at `[start, end)` of a JSON text needs around it. */
export function jsonCommas(
  text: string,
  start: number,
  end: number,
): Pick<CompletionPlace, 'commaAt' | 'commaBehind'> {
  let commaAt: number | undefined;
  for (const { 0: written, index } of text.matchAll(token)) {
    if (written.startsWith('/')) {
      continue;
    }
    if (index >= end) {
      const follows = !/^[\]},:]/.test(written);
      return { ...(commaAt === undefined ? {} : { commaAt }), ...(follows ? { commaBehind: true } : {}) };
    }
    const to = index + written.length;
    if (to <= start) {
      commaAt = /^[{[,:]/.test(written) ? undefined : to;
    }
  }
  return commaAt === undefined ? {} : { commaAt };
}
