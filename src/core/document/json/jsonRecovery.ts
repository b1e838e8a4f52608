interface NextRule {
  readonly at: number;
  /** The list ends here, with its closing bracket or the end of the text. */
  readonly isLast: boolean;
  /** The reach is the end of the text that was read. */
  readonly reach: number;
}

/** All reading ahead together covers at most this many lengths of the text, so recovery stays linear. */
const MAX_READINGS = 16;

/** Finds where rules behind broken ones begin. */
export class JsonRecovery {
  readonly #text: string;
  /**
   * The budget is in characters. Each character that is read beyond the current rule is read again and uses the budget.
   */
  #ahead: number;

  constructor(text: string) {
    this.#text = text;
    this.#ahead = MAX_READINGS * text.length;
  }

  /**
   * The next rule begins at the same indentation, or else behind the brackets. `reached` is the end of the read text. A
   * comment can hide all rules from each other, and each rule would then read the rest of the text. After too much
   * reading the rest becomes one broken rule.
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
    const newline = text.indexOf(`\n${indent}{`, start);
    const limit = newline < 0 ? text.length : newline;
    const closing = closingLine(text, start, limit, indent.length);
    if (closing >= 0) {
      return { at: closing, isLast: true, reach: closing + 1 };
    }
    if (newline < 0) {
      this.#ahead -= text.length - start;
      return undefined;
    }
    const at = newline + 1 + indent.length;
    return { at, isLast: false, reach: at + 1 };
  }
}

/** The result is the space at the start of the line; it is undefined when other text precedes `start` there. */
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

/** The rule ends where the brackets opened from `start` on are closed and a comma follows. */
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
