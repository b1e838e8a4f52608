import { momentWords } from '../workspace/whenWords.ts';

/** A time of the service in the format of other views. Another text stays as it is. */
export function timeWords(time: string, words: (at: Date) => string = momentWords): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : words(at);
}

/** True for a complete time only, because `Date` also reads a version or a number as a time. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
