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

/** The offset of the first `character` at or behind `offset`; -1 when more than space and comments precede it. */
export function find(
  document: PolicyDocument,
  character: string,
  offset: number,
  end = document.length,
): number {
  return trivia(document, offset, Math.min(end, offset + 65_536), character).mark;
}

interface Comment extends TextRange {
  readonly line: number;
  readonly lastLine: number;
  readonly column: number;
  readonly toLineEnd: boolean;
}

/**
 * Reads space, comments and the first `character` up to other text, which is at `end`. Lines count from that of `from`;
 * `mark` is the offset of the character, or -1.
 */
export function trivia(document: PolicyDocument, from: number, to: number, character: string) {
  const text = document.slice(from, to);
  const comment = document.spelling === 'yaml' ? /#[^\n]*/y : /\/\*[^]*?(?:\*\/|$)|\/[^\n]*/y;
  const comments: Comment[] = [];
  let mark = -1;
  let markLine = -1;
  let line = 0;
  let lineStart = Number.NEGATIVE_INFINITY;
  let at = 0;
  for (; at < text.length; at++) {
    const code = text[at]!;
    comment.lastIndex = at;
    if (code === '\n') {
      line++;
      lineStart = at + 1;
    } else if (code === character && mark < 0) {
      mark = from + at;
      markLine = line;
    } else if (comment.test(text)) {
      const isBlock = text.startsWith('/*', at);
      const written = text.slice(at, comment.lastIndex);
      const own = isBlock ? written : written.replace(/\r$/, '');
      const lastLine = line + own.split('\n').length - 1;
      const start = from + at;
      const column = at - lineStart;
      comments.push({ start, end: start + own.length, line, lastLine, column, toLineEnd: !isBlock });
      line = lastLine;
      at += own.length - 1;
    } else if (code !== ' ' && code !== '\t' && code !== '\r') {
      break;
    }
  }
  return { comments, mark, markLine, line, end: from + at };
}

/** The space one level of a JSON document is indented by; empty when it is written on one line. */
export function indentUnit(document: PolicyDocument): string {
  const match = /^[\s\ufeff]*[{[]\s*?\n([ \t]+)/.exec(document.slice(0, 4096));
  return match?.[1] ?? (document.slice(0, 4096).includes('\n') || document.length < 4 ? '  ' : '');
}
