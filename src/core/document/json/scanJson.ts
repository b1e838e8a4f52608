import { unescaped } from '../parser/escapes.ts';
import { MAX_DEPTH, problem } from '../parser/problems.ts';
import type { StructureProblem } from '../ruleView.ts';
import type { StringNode, SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';

/** The first place where a text cannot go on as JSON. `atEnd`: it only ends too early. */
export interface JsonError {
  readonly at: number;
  readonly end: number;
  readonly code: string;
  readonly message: string;
  readonly atEnd: boolean;
}

const unread: SyntaxNode = { kind: 'null', range: { start: 0, end: 0 } };

/**
 * The scanner reads JSON with comments strictly, value by value. A result of -1 has its reason in `error`. The text
 * before an error is valid, so an error is final whatever follows.
 */
export class JsonScanner {
  readonly text: string;
  /** Offset of the text from which the ranges of nodes count. */
  base = 0;
  /** The value or key that was read last. */
  node = unread;
  error: JsonError | undefined;
  /** A flaw is a mistake that leaves no doubt about the value. */
  flaws: StructureProblem[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Reads one value that begins at `at` into `node`; the offset behind it, or -1. */
  value(at: number, depth: number): number {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      return this.string(at);
    }
    if (code === 0x7b) {
      return this.#object(at, depth + 1);
    }
    if (code === 0x5b) {
      return this.#array(at, depth + 1);
    }
    if (code === 0x74 && text.startsWith('true', at)) {
      return this.#word({ kind: 'boolean', range: this.#range(at, at + 4), value: true }, at, at + 4);
    }
    if (code === 0x66 && text.startsWith('false', at)) {
      return this.#word({ kind: 'boolean', range: this.#range(at, at + 5), value: false }, at, at + 5);
    }
    if (code === 0x6e && text.startsWith('null', at)) {
      return this.#word({ kind: 'null', range: this.#range(at, at + 4) }, at, at + 4);
    }
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      return this.#number(at);
    }
    return this.#fail(at, 'a value was expected');
  }

  /** The offset is behind white space and comments; it is -1 for an unclosed comment. */
  space(at: number): number {
    const { text } = this;
    for (;;) {
      let code = text.charCodeAt(at);
      while (code === 0x20) {
        code = text.charCodeAt(++at);
      }
      if (code === 0x0a || code === 0x0d || code === 0x09) {
        at++;
      } else if (code === 0x2f) {
        const next = text.charCodeAt(at + 1);
        if (next === 0x2f) {
          const end = text.indexOf('\n', at);
          at = end < 0 ? text.length : end + 1;
        } else if (next === 0x2a) {
          const end = text.indexOf('*/', at + 2);
          if (end < 0) {
            return this.#fail(at, 'this comment is not closed', text.length);
          }
          at = end + 2;
        } else {
          return this.#fail(at, 'unexpected character');
        }
      } else {
        return at;
      }
    }
  }

  /** Reads a string (a key, too). */
  string(at: number): number {
    const { text } = this;
    let isEscaped = false;
    let to = at + 1;
    for (;;) {
      const code = text.charCodeAt(to);
      if (code === 0x22) {
        const written = text.slice(at + 1, to);
        const value = isEscaped ? unescaped(written) : written;
        this.node = { kind: 'string', range: this.#range(at, to + 1), value };
        return to + 1;
      }
      if (code === 0x5c) {
        isEscaped = true;
        to = this.#escape(to);
        if (to < 0) {
          return -1;
        }
      } else if (code < 0x20) {
        if (code === 0x0a || code === 0x0d) {
          return this.#fail(at, 'this string is not closed on its line', to);
        }
        this.#flaw(to, to + 1, 'control-character', 'a control character in a string must be escaped');
        to++;
      } else if (code >= 0xd800 && code <= 0xdfff) {
        to += this.#surrogate(to, code);
      } else if (to < text.length) {
        to++;
      } else {
        return this.#fail(at, 'this string is not closed', text.length);
      }
    }
  }

  #escape(at: number): number {
    const { text } = this;
    const code = text.charCodeAt(at + 1);
    if (code === 0x75) {
      const digits = text.slice(at + 2, at + 6);
      if (/^[0-9a-fA-F]{4}$/.test(digits)) {
        const unit = Number.parseInt(digits, 16);
        if (unit >= 0xd800 && unit <= 0xdfff) {
          return this.#escapedSurrogate(at, unit);
        }
        return at + 6;
      }
    } else if (code === 0x0a || code === 0x0d || at + 1 >= text.length) {
      return at + 1; // The reader of the string reports the missing quote.
    } else if ('"\\/bfnrt'.includes(String.fromCharCode(code))) {
      return at + 2;
    }
    return this.#fail(at, 'this escape is unknown', at + 2);
  }

  #escapedSurrogate(at: number, unit: number): number {
    const low = /^\\u[dD][c-fC-F][0-9a-fA-F]{2}/.test(this.text.slice(at + 6, at + 12));
    if (unit < 0xdc00 && low) {
      return at + 12;
    }
    this.#flaw(
      at,
      at + 6,
      'lone-surrogate',
      'half of a character, which cannot be sent: write the character again',
    );
    return at + 6;
  }

  #surrogate(at: number, code: number): number {
    const next = this.text.charCodeAt(at + 1);
    if (code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      return 2;
    }
    this.#flaw(
      at,
      at + 1,
      'lone-surrogate',
      'half of a character, which cannot be sent: write the character again',
    );
    return 1;
  }

  #object(at: number, depth: number): number {
    if (depth > MAX_DEPTH) {
      return this.#tooDeep(at);
    }
    const { text } = this;
    const members: SyntaxMember[] = [];
    let to = this.space(at + 1);
    let comma = -1;
    for (;;) {
      if (to < 0) {
        return -1;
      }
      const code = text.charCodeAt(to);
      if (code === 0x7d) {
        if (comma >= 0) {
          this.#flaw(comma, comma + 1, 'trailing-comma', 'JSON allows no comma behind the last entry');
        }
        this.node = { kind: 'object', range: this.#range(at, to + 1), members };
        return to + 1;
      }
      if (code !== 0x22) {
        return this.#fail(to, 'a key in double quotes was expected', to + 1, at);
      }
      to = this.#member(to, depth, members);
      if (to < 0 || (to = this.space(to)) < 0) {
        return -1;
      }
      comma = -1;
      if (text.charCodeAt(to) === 0x2c) {
        comma = to;
        to = this.space(to + 1);
      } else if (text.charCodeAt(to) !== 0x7d) {
        return this.#fail(to, 'a comma or a closing brace was expected', to + 1, at);
      }
    }
  }

  /** Reads key, colon and value. */
  #member(at: number, depth: number, members: SyntaxMember[]): number {
    let to = this.string(at);
    const { value: key, range: keyRange } = this.node as StringNode;
    if (to < 0 || (to = this.space(to)) < 0) {
      return -1;
    }
    if (this.text.charCodeAt(to) !== 0x3a) {
      return this.#fail(to, 'a colon was expected');
    }
    to = this.space(to + 1);
    if (to < 0 || (to = this.value(to, depth)) < 0) {
      return -1;
    }
    members.push({ key, keyRange, value: this.node });
    return to;
  }

  // The method is separate from `#object` for speed: a common method would add a check for every character.
  #array(at: number, depth: number): number {
    if (depth > MAX_DEPTH) {
      return this.#tooDeep(at);
    }
    const { text } = this;
    const items: SyntaxNode[] = [];
    let to = this.space(at + 1);
    let comma = -1;
    for (;;) {
      if (to < 0) {
        return -1;
      }
      if (text.charCodeAt(to) === 0x5d) {
        if (comma >= 0) {
          this.#flaw(comma, comma + 1, 'trailing-comma', 'JSON has no comma behind the last item');
        }
        this.node = { kind: 'array', range: this.#range(at, to + 1), items };
        return to + 1;
      }
      to = this.value(to, depth);
      items.push(this.node);
      if (to < 0 || (to = this.space(to)) < 0) {
        return -1;
      }
      comma = -1;
      if (text.charCodeAt(to) === 0x2c) {
        comma = to;
        to = this.space(to + 1);
      } else if (text.charCodeAt(to) !== 0x5d) {
        return this.#fail(to, 'a comma or a closing bracket was expected', to + 1, at);
      }
    }
  }

  #word(node: SyntaxNode, at: number, end: number): number {
    const next = this.text.charCodeAt(end);
    if ((next >= 0x30 && next <= 0x39) || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a)) {
      return this.#fail(at, 'a value was expected', end + 1);
    }
    this.node = node;
    return end;
  }

  #number(at: number): number {
    const { text } = this;
    let to = text.charCodeAt(at) === 0x2d ? at + 1 : at;
    const whole = to;
    to = this.#digits(to);
    if (to === whole) {
      return this.#fail(at, 'a number was expected', to + 1);
    }
    if (text.charCodeAt(whole) === 0x30 && to > whole + 1) {
      return this.#fail(at, 'a number must not start with zero', to);
    }
    if (text.charCodeAt(to) === 0x2e) {
      const fraction = this.#digits(to + 1);
      if (fraction === to + 1) {
        return this.#fail(fraction, 'a digit was expected behind the point');
      }
      to = fraction;
    }
    if ((text.charCodeAt(to) | 0x20) === 0x65) {
      const sign = text.charCodeAt(to + 1);
      const from = sign === 0x2b || sign === 0x2d ? to + 2 : to + 1;
      to = this.#digits(from);
      if (to === from) {
        return this.#fail(to, 'a digit was expected in the exponent');
      }
    }
    this.node = { kind: 'number', range: this.#range(at, to), lexeme: text.slice(at, to) };
    return to;
  }

  #digits(at: number): number {
    for (let code = this.text.charCodeAt(at); code >= 0x30 && code <= 0x39;) {
      code = this.text.charCodeAt(++at);
    }
    return at;
  }

  #range(start: number, end: number): TextRange {
    return { start: start - this.base, end: end - this.base };
  }

  /** `opened` is the unclosed bracket, which gets the blame when the text just ends. */
  #fail(at: number, message: string, end = at + 1, opened = -1): -1 {
    const atEnd = at >= this.text.length || end >= this.text.length;
    const unclosed = at >= this.text.length && opened >= 0;
    this.error = unclosed
      ? { at: opened, end: opened + 1, code: 'syntax', message: 'this is not closed', atEnd }
      : {
          at,
          end: Math.min(Math.max(end, at + 1), Math.max(at, this.text.length)),
          code: 'syntax',
          message,
          atEnd,
        };
    return -1;
  }

  #tooDeep(at: number): -1 {
    const message = `nested more than ${MAX_DEPTH} deep`;
    this.error = { at, end: at + 1, code: 'too-deep', message, atEnd: false };
    return -1;
  }

  #flaw(start: number, end: number, code: string, message: string): void {
    this.flaws.push(problem(code, message, this.#range(start, end), false));
  }
}
