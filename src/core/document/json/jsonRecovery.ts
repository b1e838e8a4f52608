interface NextRule {
  readonly at: number;
  /** No rule follows: what stands there is the closing bracket or the end of the text. */
  readonly isLast: boolean;
  /** How far the text was looked at. */
  readonly reach: number;
}

/** How often a text may be read ahead, all in all, to find where its broken rules end. */
const MAX_READINGS = 16;

/** Finds where rules behind broken ones begin. */
export class JsonRecovery {
  readonly #text: string;
  /** Characters that may still be read beyond the rule in hand, and so will be read again. */
  #ahead: number;

  constructor(text: string) {
    this.#text = text;
    this.#ahead = MAX_READINGS * text.length;
  }

  /**
   * Where the rule behind the broken one at `start` begins: at the same indentation, else behind the brackets. `reached`:
   * how far its reader came. Rules that are not what they seem to be (a comment that hides all of them from each other)
   * would have every one of them read the rest of the text: when that was done often enough, the rest is one broken rule.
   */
  nextRule(start: number, reached: number): NextRule {
    const text = this.#text;
    if (this.#ahead < 0) {
      return { at: text.length, isLast: true, reach: Infinity };
    }
    const indent = indentation(text, start);
    const next =
      (indent === undefined ? undefined : this.#atIndentation(start, indent)) ?? behindBrackets(text, start);
    this.#ahead -= Math.max(0, reached - next.at);
    return next;
  }

  #atIndentation(start: number, indent: string): NextRule | undefined {
    const text = this.#text;
    const found = text.indexOf(`\n${indent}{`, start);
    const limit = found < 0 ? text.length : found;
    const closing = closingLine(text, start, limit, indent.length);
    if (closing >= 0) {
      return { at: closing, isLast: true, reach: closing + 1 };
    }
    if (found < 0) {
      this.#ahead -= text.length - start;
      return undefined;
    }
    const at = found + 1 + indent.length;
    return { at, isLast: false, reach: at + 1 };
  }
}

/** The space in front of what begins a line; undefined when something else stands on the line before it. */
function indentation(text: string, start: number): string | undefined {
  let from = start;
  while (from > 0 && ' \t\r'.includes(text.charAt(from - 1))) {
    from--;
  }
  const begins = start > 0 && (from === 0 || text.charCodeAt(from - 1) === 0x0a);
  return begins ? text.slice(from, start) : undefined;
}

/** A line that begins with `]` and is indented less, where it can be. */
function closingLine(text: string, start: number, end: number, column: number): number {
  for (let line = text.indexOf('\n', start); line >= 0 && line < end; line = text.indexOf('\n', line + 1)) {
    let at = line + 1;
    while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
      at++;
    }
    if (text.charCodeAt(at) === 0x5d && at - line - 1 < Math.max(column, 1)) {
      return at;
    }
  }
  return -1;
}

/** Where the brackets are closed that are opened from `start` on, and a comma follows. */
function behindBrackets(text: string, start: number): NextRule {
  const token = /"(?:[^"\\\r\n]|\\.)*"?|[[\]{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const bracket = match[0];
    depth += bracket === '{' || bracket === '[' ? 1 : bracket === '}' || bracket === ']' ? -1 : 0;
    if (depth < 0) {
      return { at: match.index, isLast: true, reach: Infinity };
    }
    if (depth === 0) {
      const next = /\s*,\s*(?=[^\s\]])/y;
      next.lastIndex = token.lastIndex;
      if (next.test(text) && next.lastIndex < text.length) {
        return { at: next.lastIndex, isLast: false, reach: Infinity };
      }
    }
  }
  return { at: text.length, isLast: true, reach: Infinity };
}
