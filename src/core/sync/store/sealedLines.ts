import { fieldsIn } from '../../util/plainRecord.ts';
import type { Seal } from './seal.ts';

const marked = /^(\{.*),"mark":"([0-9a-f]{64})"\}$/;

/**
 * Returns a line of JSON with a mark of this computer. The mark is valid only behind the line with the mark
 * `before`.
 */
export async function sealedLine(
  seal: Seal,
  event: object,
  before: string,
): Promise<{ line: string; mark: string }> {
  const text = JSON.stringify(event);
  const mark = await seal.of('line', before, text);
  return { line: `${text.slice(0, -1)},"mark":"${mark}"}`, mark };
}

/**
 * Checks that this computer wrote every complete line of a text, in order after `first`. `last` is the mark
 * of the last valid line. Lines that a crash left unfinished are skipped.
 */
export async function readSealed(
  seal: Seal,
  first: string,
  text: string,
): Promise<{ readonly last: string; readonly isOwn: boolean }> {
  let last = first;
  let isOwn = text.split('\n', MAX_LINES + 1).length <= MAX_LINES;
  for (const line of linesOf(text).filter((line) => 'event' in fieldsIn(line))) {
    const [, head = '', mark = ''] = marked.exec(line) ?? [];
    if (await seal.isOf(mark, 'line', last, `${head}}`)) {
      last = mark;
    } else {
      isOwn = false;
    }
  }
  return { last, isOwn };
}

/** Line limit of a push record; a longer file is not ours, and the rest is ignored. */
const MAX_LINES = 20_000;

/** Returns the lines within the limit, because anyone may have written the text. */
export function linesOf(text: string): string[] {
  return text.split('\n', MAX_LINES);
}
