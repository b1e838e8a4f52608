import { momentWords } from '../workspace/whenWords.ts';

/** A time as the service writes it, as other views show one; what is no time stays as it was written. */
export function timeWords(time: string, words: (at: Date) => string = momentWords): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : words(at);
}

/** Whether a text is a time and nothing else: a version or a number may be read as one. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
