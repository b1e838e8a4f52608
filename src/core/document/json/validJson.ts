import type { Chunk } from '../chunks/chunk.ts';
import { Tape } from '../parser/tape.ts';
import { ruleDepth } from './jsonRule.ts';
import { JsonScanner } from './scanJson.ts';

/** What the reader of a prefix knows: it is wrong whatever follows, it may go on, or it is a whole document. */
type Verdict = 'wrong' | 'open' | 'right';

/**
 * Whether a document that is right up to chunk `from` (a rule) is right as a whole, however its rules are divided. The
 * first error is final, so mostly a little text is enough.
 */
export function isValidFrom(chunks: readonly Chunk[], from: number): boolean {
  for (let count = 2; ; count *= 4) {
    const some = chunks.slice(from, from + count);
    const text = some.map((chunk) => chunk.text).join('');
    const whole = from + count >= chunks.length;
    const verdict = readOn(text);
    if (verdict !== 'open' || whole) {
      return verdict === 'right';
    }
  }
}

/** Whether a whole text is JSON (with comments). */
export function isValidJson(text: string): boolean {
  const tape = new Tape(false);
  const scanner = new JsonScanner(text, tape);
  const start = scanner.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
  const end = start < 0 ? -1 : scanner.value(start, 0);
  return end >= 0 && scanner.space(end) >= text.length;
}

/** Reads on from the start of an item of an array that is a member of the document. */
function readOn(text: string): Verdict {
  const tape = new Tape(false);
  const scanner = new JsonScanner(text, tape);
  const failed = (at: number): Verdict =>
    scanner.error?.atEnd || at >= text.length || (scanner.error?.end ?? 0) >= text.length - 8
      ? 'open'
      : 'wrong';
  let at = scanner.space(0);
  if (at < 0) {
    return 'open';
  }
  let inArray = true;
  let inObject = true;
  while (inObject) {
    const code = text.charCodeAt(at);
    if (code === (inArray ? 0x5d : 0x7d)) {
      at++;
      inObject = inArray;
      inArray = false;
    } else {
      if (!inArray && code !== 0x22) {
        return failed(at);
      }
      const end = inArray ? scanner.value(at, ruleDepth) : scanner.member(at, 1);
      if (end < 0) {
        return failed(text.length - 9);
      }
      at = end;
    }
    at = scanner.space(at);
    if (at < 0) {
      return 'open';
    }
    if (inObject && text.charCodeAt(at) === 0x2c) {
      at = scanner.space(at + 1);
      if (at < 0) {
        return 'open';
      }
    } else if (inObject && text.charCodeAt(at) !== (inArray ? 0x5d : 0x7d)) {
      return at >= text.length ? 'open' : 'wrong';
    }
  }
  return at >= text.length ? 'right' : 'wrong';
}
