import { clipped } from './firstLines.ts';

const MAX_QUOTED_LENGTH = 80;

/**
 * These characters are invisible, look like a space, or reverse the direction of writing, so they can falsify a
 * message.
 */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Quotes a text of the document in a message: in quotes, on one line, not longer than a line. */
export function quotedText(text: string): string {
  return `"${shown(text).replaceAll('"', '\\"')}"`;
}

/** Quotes a key or a value of the document in a message, as code. */
export function quotedCode(text: string): string {
  return `\`${shown(text).replaceAll('`', "'")}\``;
}

/** Quotes a value of the document in a message, as JSON. */
export function quotedJson(value: unknown): string {
  return shown(JSON.stringify(value));
}

function shown(text: string): string {
  return clipped(text, MAX_QUOTED_LENGTH)
    .toWellFormed()
    .replaceAll(misleading, (character) => {
      const code = character.codePointAt(0)!.toString(16);
      return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
    });
}
