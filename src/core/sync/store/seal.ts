import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { fieldsIn } from '../../util/plainRecord.ts';

/**
 * Marks the data that this computer wrote, to distinguish it from data of a repository. The key is loaded
 * once, at its first use.
 */
export class Seal {
  readonly #load: () => Promise<Buffer>;
  #key: Promise<KeyObject> | undefined;

  constructor(load: () => Promise<Buffer>) {
    this.#load = load;
  }

  /** Returns a seal of this process alone: later processes treat its data as unverified. */
  static passing(): Seal {
    return new Seal(() => Promise.resolve(randomBytes(32)));
  }

  /** Returns 64 hexadecimal digits. Different lists of parts never share a text. */
  async of(...parts: readonly string[]): Promise<string> {
    // Preparing the key takes much longer than a mark, and a history needs hundreds of marks.
    const key = await (this.#key ??= this.#load().then((bytes) => createSecretKey(bytes)));
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  }

  async isOf(mark: string, ...parts: readonly string[]): Promise<boolean> {
    const own = Buffer.from(await this.of(...parts));
    const bytes = Buffer.from(mark);
    return own.length === bytes.length && timingSafeEqual(own, bytes);
  }
}

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
