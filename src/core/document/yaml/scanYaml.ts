import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import { isDash, isSpaceAt, lineBehind } from './yamlLines.ts';
import { MAX_KEY_LENGTH, unsure, YamlScalars } from './yamlScalars.ts';

/**
 * The reader takes the YAML that people and Ordinance write for policies. Such text has block style, scalars and flow
 * collections on one line, literal block scalars and comments. The reader throws `Unsure` for anything else (anchors,
 * tags, several lines, odd indentation, mistakes). Every YAML 1.2 reader therefore agrees with its result.
 */
export class YamlScanner extends YamlScalars {
  #at: number;
  #lineStart: number;
  /** Column of the next content; -1 at the end. */
  #column = 0;

  constructor(text: string, start = 0, end = text.length) {
    super(text, end);
    this.#at = start;
    this.#lineStart = start;
  }

  /** Reads a document that is a block mapping or a collection in brackets; undefined for one without content. */
  document(depth: number): SyntaxNode | undefined {
    this.checkCharacters(this.#at);
    this.#toContent();
    if (this.#column > 0) {
      throw unsure;
    }
    const code = this.text.charCodeAt(this.#at);
    if (this.#column === 0 && (code === 0x5b || code === 0x7b)) {
      this.#at = this.flow(this.#at, depth, true);
      this.#lineStart = this.text.lastIndexOf('\n', this.#at - 1) + 1;
      if (this.#toValue() !== 0) {
        throw unsure;
      }
      this.#toContent();
      this.#finish();
    } else if (this.#column === 0) {
      this.#mapping(0, depth);
      this.#finish();
    }
    return this.node;
  }

  /** The lines are one item of a block sequence, whose `-` is at `column`; ranges count from its `start`. */
  item(
    column: number,
    depth: number,
  ): { readonly node: SyntaxNode; readonly start: number; readonly end: number } {
    this.checkCharacters(this.#at);
    this.#toContent();
    if (this.#column !== column || !this.#isDash()) {
      throw unsure;
    }
    this.base = -1;
    const end = this.#item(column, depth);
    this.#finish();
    return { node: this.node as SyntaxNode, start: this.base, end };
  }

  #finish(): void {
    if (this.#column >= 0) {
      throw unsure;
    }
  }

  #mapping(column: number, depth: number): number {
    this.checkDepth(depth, this.#at);
    const start = this.#at;
    const members: SyntaxMember[] = [];
    for (;;) {
      const key = this.#at;
      const end = this.#scanKey();
      const name = this.content;
      if (end < 0 || end - key > MAX_KEY_LENGTH || (name === '<<' && !this.isQuoted)) {
        throw unsure;
      }
      this.#at = this.colon + 1;
      const valueEnd = this.#value(column, depth + 1);
      members.push({ key: name, keyRange: this.range(key, end), value: this.node as SyntaxNode });
      if (this.#column !== column || this.#isDash()) {
        if (this.#column >= column) {
          throw unsure;
        }
        this.node = { kind: 'object', range: this.range(start, valueEnd), members };
        return valueEnd;
      }
    }
  }

  /** The reader takes the value behind a key's colon. */
  #value(column: number, depth: number): number {
    const from = this.#at;
    const code = this.#toValue();
    if (code !== 0) {
      return code === 0x7c ? this.#literal(column) : this.#inline(column, depth);
    }
    this.#toContent();
    if (this.#column > column) {
      return this.#block(column, depth);
    }
    if (this.#column === column && this.#isDash()) {
      return this.#sequence(column, depth);
    }
    this.node = { kind: 'null', range: this.range(from, from) };
    return from;
  }

  #sequence(column: number, depth: number): number {
    this.checkDepth(depth, this.#at);
    const start = this.#at;
    const items: SyntaxNode[] = [];
    for (;;) {
      const end = this.#item(column, depth + 1);
      items.push(this.node as SyntaxNode);
      if (this.#column !== column || !this.#isDash()) {
        if (this.#column > column) {
          throw unsure;
        }
        this.node = { kind: 'array', range: this.range(start, end), items };
        return end;
      }
    }
  }

  #item(column: number, depth: number): number {
    const from = ++this.#at;
    const code = this.#toValue();
    if (code === 0) {
      this.#toContent();
      if (this.#column <= column) {
        this.#begin(from);
        this.node = { kind: 'null', range: this.range(from, from) };
        return from;
      }
    } else {
      this.#column = this.#at - this.#lineStart;
    }
    this.#begin(this.#at);
    return code === 0x7c ? this.#literal(column) : this.#block(column, depth);
  }

  /** The ranges count from the first item. */
  #begin(at: number): void {
    if (this.base < 0) {
      this.base = at;
    }
  }

  /** A sequence, a mapping or a scalar that begins at the present place, inside something at `parent`. */
  #block(parent: number, depth: number): number {
    const column = this.#column;
    if (this.#isDash()) {
      return this.#sequence(column, depth);
    }
    const code = this.text.charCodeAt(this.#at);
    if (code !== 0x5b && code !== 0x7b && this.#scanKey() >= 0) {
      return this.#mapping(column, depth);
    }
    return code === 0x7c ? this.#literal(parent) : this.#inline(parent, depth);
  }

  /** A scalar or flow collection on one line, with nothing behind it. */
  #inline(column: number, depth: number): number {
    const code = this.text.charCodeAt(this.#at);
    let end: number;
    if (code === 0x5b || code === 0x7b) {
      end = this.flow(this.#at, depth, false);
    } else {
      const start = this.#at;
      end = this.quoted(start);
      if (end < 0) {
        end = this.plain(start);
        if (this.colon >= 0) {
          throw unsure;
        }
      }
      this.makeScalar(start, end);
    }
    this.#at = end;
    if (this.#toValue() !== 0) {
      throw unsure;
    }
    this.#toContent();
    if (this.#column > column) {
      throw unsure;
    }
    return end;
  }

  /** Skips spaces; 0 at the end of the line or at a comment, else the character there. */
  #toValue(): number {
    const { text } = this;
    const from = this.#at;
    let at = from;
    let code = text.charCodeAt(at);
    while (code === 0x20) {
      code = text.charCodeAt(++at);
    }
    this.#at = at;
    if (at >= this.end || code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
      return 0;
    }
    if (code === 0x23 && at > from) {
      return 0;
    }
    if (code < 0x20 || (at === from && at > this.#lineStart)) {
      throw unsure;
    }
    return code;
  }

  /** Goes to the first content behind the present line, or on it when it has not begun. */
  #toContent(): void {
    const { text } = this;
    let line = this.#at === this.#lineStart ? this.#at : lineBehind(this.text, this.#at);
    for (;;) {
      if (line >= this.end) {
        this.#column = -1;
        this.#at = this.end;
        return;
      }
      let at = line;
      let code = text.charCodeAt(at);
      while (code === 0x20) {
        code = text.charCodeAt(++at);
      }
      if (code === 0x0a) {
        line = at + 1;
      } else if (code === 0x23 || at >= this.end || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        line = lineBehind(text, at);
      } else {
        if (code < 0x20) {
          throw unsure;
        }
        this.#at = at;
        this.#lineStart = line;
        this.#column = at - line;
        return;
      }
    }
  }

  #isDash(): boolean {
    return isDash(this.text, this.#at);
  }

  /** The result is the end of the key at the present place, or -1 without a colon. */
  #scanKey(): number {
    const { text } = this;
    let end = this.quoted(this.#at);
    if (end >= 0) {
      this.colon = this.blanks(end);
      if (this.colon >= this.end || text.charCodeAt(this.colon) !== 0x3a) {
        return -1;
      }
    } else {
      end = this.plain(this.#at);
      if (this.colon < 0) {
        return -1;
      }
    }
    if (!isSpaceAt(text, this.colon + 1)) {
      throw unsure;
    }
    return end;
  }

  #literal(parent: number): number {
    const { text } = this;
    const start = this.#at;
    this.#at = start + (text.charCodeAt(start + 1) === 0x2d ? 2 : 1);
    if (this.#toValue() !== 0) {
      throw unsure;
    }
    let column = -1;
    let end = -1;
    let blank = 0;
    for (let line = lineBehind(this.text, this.#at); line < this.end;) {
      let at = line;
      while (text.charCodeAt(at) === 0x20) {
        at++;
      }
      const next = lineBehind(text, line);
      const lineEnd =
        next - (text.charCodeAt(next - 1) === 0x0a ? (text.charCodeAt(next - 2) === 0x0d ? 2 : 1) : 0);
      const indent = at - line;
      if (at >= lineEnd) {
        if (column >= 0 && lineEnd - line > column) {
          throw unsure;
        }
        blank = column < 0 ? Math.max(blank, lineEnd - line) : blank;
      } else if (indent <= parent) {
        break;
      } else if (column < 0) {
        column = indent;
        end = lineEnd;
      } else if (indent < column) {
        throw unsure;
      } else {
        end = lineEnd;
      }
      if (text.charCodeAt(at) === 0x09) {
        throw unsure;
      }
      line = next;
    }
    if (end < 0 || blank > column) {
      throw unsure;
    }
    this.node = {
      kind: 'string',
      range: this.range(start, end),
      value: literal(text.slice(start, end), column),
    };
    this.#at = end;
    this.#toContent();
    if (this.#column > parent) {
      throw unsure;
    }
    return end;
  }
}

/** A literal block scalar from its header on, clipped or stripped; its content begins at `column`. */
function literal(source: string, column: number): string {
  const [header = '', ...lines] = source.split(/\r?\n/);
  const content = lines.map((line) => line.slice(column)).join('\n');
  return header.startsWith('|-') ? content : `${content}\n`;
}
