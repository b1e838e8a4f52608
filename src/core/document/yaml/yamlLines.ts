/** The kind of a line divides a document into rules whose `- ` is in one column. */
export const lineKind = {
  /** The line is blank, a comment, or deeper than the `-`, so it belongs to the lines above. */
  inside: 0,
  /** A `-` in the column. */
  dash: 1,
  /** A key in column 0. */
  key: 2,
  /** A document marker or directive is a mistake, unless it surrounds everything else. */
  marker: 3,
  /** The line is something else, which is a mistake. */
  stray: 4,
} as const;

export function kindOfLine(text: string, line: number, column: number): number {
  let at = line;
  let code = text.charCodeAt(at);
  while (code === 0x20) {
    code = text.charCodeAt(++at);
  }
  const indent = at - line;
  if (indent > column || code === 0x0a || code === 0x23 || at >= text.length || code === 0x09) {
    return lineKind.inside;
  }
  if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) {
    return lineKind.inside;
  }
  if (indent === 0 && isMarker(text, line)) {
    return lineKind.marker;
  }
  if (indent === column && isDash(text, at)) {
    return lineKind.dash;
  }
  return indent === 0 && !isClosing(text, line) && isKey(text, line) ? lineKind.key : lineKind.stray;
}

export function lineBehind(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline + 1;
}

export function isMarker(text: string, line: number): boolean {
  const ends = text.startsWith('---', line) || text.startsWith('...', line);
  return (ends && isSpaceAt(text, line + 3)) || text.charCodeAt(line) === 0x25;
}

/** The `-` of a list entry. */
export function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x2d && isSpaceAt(text, at + 1);
}

/** A bracket alone may close in the column where its surrounding block begins. */
const closing = / *[\]}]/y;

export function isClosing(text: string, line: number): boolean {
  closing.lastIndex = line;
  return closing.test(text);
}

/** A key line has a colon before a value, or begins with a question mark and a space. */
const key = /\?(?=[\t\n\r ]|$)|[^\n]*?:(?=[\t\n\r ]|$)/y;

function isKey(text: string, line: number): boolean {
  key.lastIndex = line;
  return key.test(text);
}

/** The result is true for space and a line break, and at the end of the text. */
export function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || at >= text.length;
}

/**
 * The list begins with lines that are not those of a rule. The result is its first content and the first `-` of the
 * outermost column before the next key.
 */
export function lostList(
  text: string,
  from: number,
): { readonly line: number; readonly dash: number; readonly column: number } | undefined {
  let first = -1;
  let outermost: { dash: number; column: number } | undefined;
  for (let line = from; line < text.length; line = lineBehind(text, line)) {
    let at = line;
    while (text.charCodeAt(at) === 0x20) {
      at++;
    }
    const code = text.charCodeAt(at);
    const column = at - line;
    if (code === 0x23 || code === 0x0a || code === 0x0d || at >= text.length) {
      continue;
    }
    const dashed = isDash(text, at);
    if (column === 0 && !dashed && kindOfLine(text, line, 0) !== lineKind.stray) {
      break;
    }
    first = first < 0 ? line : first;
    if (dashed && (!outermost || column < outermost.column)) {
      outermost = { dash: line, column };
    }
  }
  return outermost && { line: first, ...outermost };
}

/** The first content of a line that is neither blank nor a comment. */
const content = /(?<![^\n]) *[^ #\n\r]/g;

/** The first content at or behind the start of a line, when it is a `-`. */
export function dashColumn(text: string, from: number): { line: number; column: number } | undefined {
  content.lastIndex = from;
  const at = content.test(text) ? content.lastIndex - 1 : text.length;
  const line = text.lastIndexOf('\n', at) + 1;
  return isDash(text, at) ? { line, column: at - line } : undefined;
}
