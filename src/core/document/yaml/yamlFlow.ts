import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import { MAX_KEY_LENGTH, unsure, YamlScalars } from './yamlScalars.ts';

/** Reads collections in brackets: on one line, or over several where nothing around them minds their indentation. */
export class YamlFlow extends YamlScalars {
  #lines = false;

  /** Offset behind the collection at `start`; `lines`: it may take several. */
  protected flow(start: number, depth: number, lines: boolean): number {
    this.#lines = lines;
    return this.#collection(start, depth);
  }

  #collection(start: number, depth: number): number {
    this.checkDepth(depth, start);
    const { text } = this;
    const isMap = text.charCodeAt(start) === 0x7b;
    const close = isMap ? 0x7d : 0x5d;
    const members: SyntaxMember[] = [];
    const items: SyntaxNode[] = [];
    let at = this.#spaces(start + 1);
    while (text.charCodeAt(at) !== close) {
      const key = at;
      let keyEnd = at;
      let name = '';
      if (isMap) {
        keyEnd = this.#scalar(at, true);
        name = this.content;
        at = this.blanks(keyEnd);
        if (
          keyEnd - key > MAX_KEY_LENGTH ||
          text.charCodeAt(at) !== 0x3a ||
          (!this.isQuoted && (name === '<<' || text.charCodeAt(at + 1) !== 0x20))
        ) {
          throw unsure;
        }
        at = this.#spaces(at + 1);
      }
      at = this.#value(at, depth);
      const value = this.node as SyntaxNode;
      if (isMap) {
        members.push({ key: name, keyRange: this.range(key, keyEnd), value });
      } else {
        items.push(value);
      }
      at = this.#spaces(at);
      if (text.charCodeAt(at) === 0x2c) {
        at = this.#spaces(at + 1);
        if (text.charCodeAt(at) === close) {
          throw unsure;
        }
      } else if (text.charCodeAt(at) !== close) {
        throw unsure;
      }
    }
    if (at >= this.end) {
      throw unsure;
    }
    const range = this.range(start, at + 1);
    this.node = isMap ? { kind: 'object', range, members } : { kind: 'array', range, items };
    return at + 1;
  }

  #value(start: number, depth: number): number {
    const code = this.text.charCodeAt(start);
    if (code === 0x5b || code === 0x7b) {
      return this.#collection(start, depth + 1);
    }
    const end = this.#scalar(start, false);
    this.makeScalar(start, end);
    return end;
  }

  #spaces(at: number): number {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        if (!this.#lines) {
          throw unsure;
        }
      } else if (code !== 0x20) {
        return at;
      }
      at++;
    }
  }

  /** The result is true when only space separates the line break from the next comma or closing bracket. */
  #endsAt(at: number): boolean {
    const code = this.#lines ? this.text.charCodeAt(this.#spaces(at)) : 0;
    return code === 0x2c || code === 0x5d || code === 0x7d;
  }

  #scalar(start: number, isKey: boolean): number {
    const quoted = this.quoted(start);
    if (quoted >= 0) {
      return quoted;
    }
    const end = this.plainInFlow(start);
    const next = this.blanks(end);
    const code = this.text.charCodeAt(next);
    const isEnd = code === 0x2c || code === 0x5d || code === 0x7d;
    if (!isEnd && !(isKey ? code === 0x3a : code < 0x20 && this.#endsAt(next))) {
      throw unsure;
    }
    return end;
  }
}
