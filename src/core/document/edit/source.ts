import type { Spelling } from '../../policy/policyFile.ts';
import type { TextRange } from '../text.ts';

export const byteOrderMark = '\ufeff';

/** The text that edits are made for. A `PolicyDocument` is one. */
export interface Source {
  readonly spelling: Spelling;
  readonly length: number;
  readonly lineBreak: string;
  /** A comment below the written text may be deeper and would become part of a block scalar, so none ends the text. */
  readonly closed?: boolean;
  slice(start: number, end: number): string;
}

/** A document as a source, and, where it is YAML, as a closed one. An edit tries both. */
export function sourcesOf(document: Source): Source[] {
  if (document.spelling === 'json') {
    return [document];
  }
  const { spelling, length, lineBreak } = document;
  const slice = (start: number, end: number): string => document.slice(start, end);
  return [document, { spelling, length, lineBreak, closed: true, slice }];
}

/** The characters from the start of the line to `offset`, without a byte order mark. */
export function lineBefore(source: Source, offset: number): string {
  for (let size = 256; ; size *= 4) {
    const from = Math.max(0, offset - size);
    const text = source.slice(from, offset);
    const newline = text.lastIndexOf('\n');
    if (newline >= 0 || from === 0) {
      const line = text.slice(newline + 1);
      return line.startsWith(byteOrderMark) ? line.slice(1) : line;
    }
  }
}

/** JSON is always in flow style. */
export function isFlow(source: Source, { start }: TextRange): boolean {
  return source.spelling === 'json' || /[[{]/.test(source.slice(start, start + 1));
}

/** The white space that the line of `offset` begins with. */
export function indentAt(source: Source, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(source, offset))?.[0] ?? '';
}

/** The result has a space for each character before `offset` on its line. A block can continue in that column. */
export function columnAt(source: Source, offset: number): string {
  return ' '.repeat(lineBefore(source, offset).length);
}

/**
 * The offset is that of the first `character` at or behind `offset` and outside comments. Only space may precede the
 * character.
 */
export function find(source: Source, character: string, offset: number, end = source.length): number {
  const text = source.slice(offset, Math.min(end, offset + 65_536));
  for (let at = 0; at < text.length; at++) {
    const code = text[at];
    if (code === character) {
      return offset + at;
    }
    if (code === '#' && source.spelling === 'yaml') {
      at = text.indexOf('\n', at);
      if (at < 0) {
        break;
      }
    } else if (code === '/' && source.spelling === 'json') {
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
export function indentUnit(source: Source): string {
  const match = /^[\s\ufeff]*[{[]\s*?\n([ \t]+)/.exec(source.slice(0, 4096));
  return match?.[1] ?? (source.slice(0, 4096).includes('\n') || source.length < 4 ? '  ' : '');
}
