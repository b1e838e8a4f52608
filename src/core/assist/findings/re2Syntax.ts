/**
 * The problem concerns the dialect of the service (RE2). It is undefined for a valid pattern, and where the validity is
 * uncertain.
 */
export function re2Problem(pattern: string): string | undefined {
  return new Re2Reader(pattern).problem();
}

const MAX_REPEATS = 1000;

/** The reader knows just enough of the dialect to find patterns that every engine rejects. */
class Re2Reader {
  readonly #text: string;
  #at = 0;
  #open = 0;

  constructor(text: string) {
    this.#text = text;
  }

  problem(): string | undefined {
    /** The flag is true when the preceding part can be repeated. */
    let repeatable = false;
    /** The flag is true when the preceding part is a repetition itself. */
    let repeated = false;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!;
      const repetition = this.#repetition();
      if (repetition) {
        if (!repeatable) {
          return `nothing before \`${repetition.text}\` can be repeated`;
        }
        if (repeated) {
          return `\`${repetition.text}\` repeats a repetition`;
        }
        if (repetition.wrong !== undefined) {
          return repetition.wrong;
        }
        this.#at += repetition.text.length;
        repeated = true;
        continue;
      }
      const before = this.#at;
      let wrong: string | undefined;
      repeated = false;
      repeatable = true;
      if (character === '(') {
        const group = this.#group();
        wrong = group.wrong;
        repeatable = group.isFlags;
      } else if (character === ')') {
        this.#open -= 1;
        this.#at += 1;
        wrong = this.#open < 0 ? 'a `)` has no `(`' : undefined;
      } else if (character === '[') {
        wrong = this.#class();
      } else if (character === '\\') {
        wrong = this.#escape(false);
      } else {
        this.#at += 1;
        repeatable = character !== '|';
      }
      if (wrong !== undefined) {
        return wrong;
      }
      if (this.#at <= before) {
        return undefined;
      }
    }
    return this.#open > 0 ? 'a `(` has no `)`' : undefined;
  }

  /**
   * The repetition is `*`, `+`, `?` or `{n,m}`, each with an optional `?`. Braces around other text are ordinary
   * characters.
   */
  #repetition(): { text: string; wrong?: string } | undefined {
    const found = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
    found.lastIndex = this.#at;
    const match = found.exec(this.#text);
    if (!match) {
      return undefined;
    }
    const [text, from, , to] = match;
    if (from === undefined) {
      return { text };
    }
    if (Math.max(Number(from), Number(to ?? 0)) > MAX_REPEATS) {
      return { text, wrong: `\`${text}\` repeats more than ${MAX_REPEATS} times` };
    }
    return to !== undefined && to !== '' && Number(to) < Number(from)
      ? { text, wrong: `\`${text}\` ends before it begins` }
      : { text };
  }

  #group(): { wrong?: string; isFlags: boolean } {
    const look = /\(\?(?:<?[=!])/y;
    look.lastIndex = this.#at;
    const found = look.exec(this.#text);
    if (found) {
      return {
        wrong: `the service does not support \`${found[0]}…)\`, which looks ahead or behind`,
        isFlags: false,
      };
    }
    if (this.#text[this.#at + 1] !== '?') {
      this.#open += 1;
      this.#at += 1;
      return { isFlags: false };
    }
    const start = /\(\?(?:P?<(\w+)>|([imsU]*(?:-[imsU]+)?)([:)]))/y;
    start.lastIndex = this.#at;
    const match = start.exec(this.#text);
    if (!match) {
      const shown = this.#text.slice(this.#at, this.#at + 4);
      return { wrong: `\`${shown}\` does not begin a group that the service supports`, isFlags: false };
    }
    this.#at += match[0].length;
    if (match[3] === ')') {
      return { isFlags: true };
    }
    this.#open += 1;
    return { isFlags: false };
  }

  /** The reader starts at the `[` and stops behind its `]`. */
  #class(): string | undefined {
    this.#at += this.#text[this.#at + 1] === '^' ? 2 : 1;
    let isFirst = true;
    for (;;) {
      if (this.#at >= this.#text.length) {
        return 'a `[` has no `]`';
      }
      if (this.#text[this.#at] === ']' && !isFirst) {
        this.#at += 1;
        return undefined;
      }
      isFirst = false;
      const named = /\[:\^?\w+:\]/y;
      named.lastIndex = this.#at;
      const name = named.exec(this.#text);
      if (name) {
        this.#at += name[0].length;
        continue;
      }
      const from = this.#character();
      if (from.wrong !== undefined) {
        return from.wrong;
      }
      if (
        this.#text[this.#at] === '-' &&
        this.#text[this.#at + 1] !== ']' &&
        this.#at + 1 < this.#text.length
      ) {
        this.#at += 1;
        const to = this.#character();
        if (to.wrong !== undefined) {
          return to.wrong;
        }
        if (from.code !== undefined && to.code !== undefined && to.code < from.code) {
          return `the range \`${String.fromCodePoint(from.code)}-${String.fromCodePoint(to.code)}\` ends before it begins`;
        }
      }
    }
  }

  /** The result is one character of a class; an escape has no code, because only its end matters. */
  #character(): { code?: number; wrong?: string } {
    if (this.#text[this.#at] === '\\') {
      const wrong = this.#escape(true);
      return wrong === undefined ? {} : { wrong };
    }
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return { code };
  }

  #escape(inClass: boolean): string | undefined {
    const next = this.#text[this.#at + 1];
    if (next === undefined) {
      return 'the `\\` at the end escapes nothing';
    }
    if (next === 'Q' && !inClass) {
      const end = this.#text.indexOf('\\E', this.#at);
      this.#at = end < 0 ? this.#text.length : end + 2;
      return undefined;
    }
    if (!inClass && /[1-9]/.test(next) && !/[0-7]/.test(this.#text[this.#at + 2] ?? '')) {
      return `the service does not support \`\\${next}\`, which refers back to a group`;
    }
    const braced = /\\[pPx]\{[^}]*\}/y;
    braced.lastIndex = this.#at;
    this.#at += braced.exec(this.#text)?.[0].length ?? 2;
    return undefined;
  }
}
