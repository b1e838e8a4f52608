import type { PolicyDocument } from '../policyDocument.ts';
import type { TextRange } from '../text.ts';

export const byteOrderMark = '\ufeff';

/** The characters from the start of the line to `offset`, without a byte order mark. */
export function lineBefore(document: PolicyDocument, offset: number): string {
  for (let size = 256; ; size *= 4) {
    const from = Math.max(0, offset - size);
    const text = document.slice(from, offset);
    const newline = text.lastIndexOf('\n');
    if (newline >= 0 || from === 0) {
      const line = text.slice(newline + 1);
      return line.startsWith(byteOrderMark) ? line.slice(1) : line;
    }
  }
}

/** JSON is always in flow style. */
export function isFlow(document: PolicyDocument, { start }: TextRange): boolean {
  return document.spelling === 'json' || /[[{]/.test(document.slice(start, start + 1));
}

/** The white space that the line of `offset` begins with. */
export function indentAt(document: PolicyDocument, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(document, offset))?.[0] ?? '';
}

/** The result has a space for each character before `offset` on its line. A block can continue in that column. */
export function columnAt(document: PolicyDocument, offset: number): string {
  return ' '.repeat(lineBefore(document, offset).length);
}

/**
 * The offset is that of the first `character` at or behind `offset` and outside comments. Only space may precede the
 * character.
 */
export function find(
  document: PolicyDocument,
  character: string,
  offset: number,
  end = document.length,
): number {
  const text = document.slice(offset, Math.min(end, offset + 65_536));
  for (let at = 0; at < text.length; at++) {
    const code = text[at];
    if (code === character) {
      return offset + at;
    }
    if (code === '#' && document.spelling === 'yaml') {
      at = text.indexOf('\n', at);
      if (at < 0) {
        break;
      }
    } else if (code === '/' && document.spelling === 'json') {
      at = text[at + 1] === '*' ? text.indexOf('*/', at + 2) + 1 : text.indexOf('\n', at);
      if (at <= 0) {
        break;
      }
    } else if (code !== ' ' && code !== '\n' && code !== '\r' && code !== '\t') {
      break;
    }
  }
  return -1;
}

/** The space one level of a JSON document is indented by; empty when it is written on one line. */
export function indentUnit(document: PolicyDocument): string {
  const match = /^[\s\ufeff]*[{[]\s*?\n([ \t]+)/.exec(document.slice(0, 4096));
  return match?.[1] ?? (document.slice(0, 4096).includes('\n') || document.length < 4 ? '  ' : '');
}
